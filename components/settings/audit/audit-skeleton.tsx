import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

const rows = ["a", "b", "c", "d", "e", "f"];

export function AuditSkeleton() {
  const t = useTranslations("audit.entries");
  return (
    <div role="status" aria-label={t("loading")} className="divide-y divide-line">
      {rows.map((row) => (
        <div key={row} className="grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3 px-4 py-3">
          <Skeleton className="size-7 rounded-full" />
          <div className="flex flex-col gap-1.5 pt-1.5">
            <Skeleton className="h-3.5 w-64 max-w-full" />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
          <Skeleton className="mt-2 h-3 w-16" />
        </div>
      ))}
    </div>
  );
}
