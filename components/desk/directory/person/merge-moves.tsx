import { useTranslations } from "next-intl";
import { bdi } from "@/components/ui/bdi";
import type { MergeSide } from "@/lib/desk/directory/contract";
import { maxCounted } from "@/lib/desk/directory/shared/counted";

type Props = { preview: { into: MergeSide; from: MergeSide }; intoName: string };

const counts = ["events", "chats", "people"] as const;

/** What a merge does, in words and with the counts of the server. */
export function MergeMoves({ preview: { into, from }, intoName }: Props) {
  const t = useTranslations("contacts.merge");
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line bg-raised p-3 text-sm">
      <p>{t.rich("moves", { from: from.displayName, into: intoName, bdi })}</p>
      <ul className="list-disc ps-5">
        {counts.map((kind) => {
          const isMore = from[kind] > maxCounted;
          return <li key={kind}>{t(`counts.${kind}`, { count: isMore ? maxCounted : from[kind], isMore: String(isMore) })}</li>;
        })}
      </ul>
      <p>
        {t.rich("alias", { from: from.userId, into: into.userId, code: (text) => <bdi className="font-mono">{text}</bdi> })} {t("undoHint")}
      </p>
    </div>
  );
}
