import { useLocale, useTranslations } from "next-intl";
import { RelativeTime } from "@/components/time/relative-time";
import { bdi } from "@/components/ui/bdi";
import { Link } from "@/components/ui/link";
import { Pill } from "@/components/ui/pill";
import { sizeOf } from "@/lib/chats/attachments/shared/size";
import type { ImportReply, ImportState } from "@/lib/data/imports/contract";
import { importPath } from "@/lib/data/imports/shared/path";

const tones = {
  columns: "note",
  checking: "note",
  checked: "note",
  running: "note",
  done: "good",
  cancelled: "plain",
  failed: "bad",
  undoing: "note",
  undone: "plain",
} as const satisfies Record<ImportState, "plain" | "good" | "bad" | "note">;

/** An earlier import: the whole row leads to it. */
export function ImportRow({ workspace, shown }: { workspace: string; shown: ImportReply }) {
  const t = useTranslations("imports");
  const locale = useLocale();
  const { id, fileName, state, createdBy, createdAt, counts, startedAt, stored } = shown;
  const takes = [
    ...(stored.bytes > 0 ? [t("list.storedFile", { size: sizeOf(stored.bytes, locale) })] : []),
    ...(stored.lines > 0 ? [t("list.storedLines", { count: stored.lines })] : []),
  ];
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-raised">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          href={importPath(workspace, id)}
          className="block font-medium wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          <bdi>{fileName}</bdi>
        </Link>
        <p className="text-soft text-xs wrap-anywhere">
          {t.rich("list.by", { name: createdBy, bdi, time: () => <RelativeTime at={createdAt} ago /> })}
        </p>
        {takes.length > 0 && <p className="text-soft text-xs tabular-nums">{takes.join(" · ")}</p>}
      </div>
      {startedAt !== null && (
        <span className="text-soft text-sm tabular-nums">{t("list.counts", { added: counts.new, changed: counts.changed })}</span>
      )}
      <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>
    </li>
  );
}
