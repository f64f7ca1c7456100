import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { rowHeight } from "./use-rows";

const rows = ["a", "b", "c", "d", "e", "f"];

/** Takes the space of a row. */
export function RowSkeleton() {
  return (
    <div style={{ height: rowHeight }} className="grid grid-cols-[36px_minmax(0,1fr)] items-center gap-x-2.5 px-2.5">
      <Skeleton className="size-9 rounded-full" />
      <div className="flex flex-col gap-2">
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3 w-full" />
      </div>
    </div>
  );
}

export function ChatListSkeleton() {
  const t = useTranslations("chat.list");
  return (
    <div role="status" aria-label={t("loading")} className="px-2">
      {rows.map((row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  );
}
