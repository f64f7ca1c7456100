import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

const rows = [
  { id: "a", look: "self-start w-3/5 h-14" },
  { id: "b", look: "self-end w-1/2 h-10" },
  { id: "c", look: "self-stretch h-24" },
  { id: "d", look: "self-start w-2/5 h-10" },
  { id: "e", look: "self-end w-3/5 h-14" },
  { id: "f", look: "self-start w-1/2 h-10" },
];

/** The place of the timeline while a chat loads: the newest items will be at its end. */
export function TimelineSkeleton() {
  const t = useTranslations("chat.timeline");
  return (
    <div role="status" aria-label={t("loading")} className="relative min-h-0 flex-1">
      <div className="absolute inset-0 flex flex-col justify-end overflow-clip px-6 py-4 max-md:px-3">
        <div className="mx-auto flex w-full max-w-[720px] flex-col gap-4">
          {rows.map(({ id, look }) => (
            <Skeleton key={id} className={`rounded-lg ${look}`} />
          ))}
        </div>
      </div>
    </div>
  );
}
