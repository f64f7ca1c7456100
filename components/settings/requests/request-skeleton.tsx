import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

const rows = ["a", "b", "c", "d", "e", "f"];

export function RequestSkeleton() {
  const t = useTranslations("settings.requests");
  return (
    <div role="status" aria-label={t("loading")} className="divide-y divide-line">
      {rows.map((row) => (
        <div key={row} className="flex items-center gap-3 px-4 py-3">
          <Skeleton className="h-3.5 w-56 max-w-full flex-1" />
          <Skeleton className="h-5 w-16 rounded-full" />
        </div>
      ))}
    </div>
  );
}
