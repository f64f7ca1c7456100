import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

const rows = ["w-28", "w-32", "w-36", "w-40", "w-44"];

export function CallLogSkeleton() {
  const t = useTranslations("common");
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {t("loading")}
      </span>
      <div className="h-8" />
      {rows.map((width) => (
        <div key={width} className="flex h-[41px] items-center gap-4 border-line border-t px-4">
          <Skeleton className="h-4 w-28 max-md:hidden" />
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="ms-auto h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
