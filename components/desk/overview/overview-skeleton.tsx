import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

/** Takes the space of the cards. */
export function OverviewSkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} aria-busy="true" className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-44 w-full rounded-xl lg:col-span-2 lg:h-24" />
      <Skeleton className="h-96 w-full rounded-xl lg:col-span-2" />
      <Skeleton className="h-96 w-full rounded-xl" />
      <Skeleton className="h-96 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
      <Skeleton className="h-96 w-full rounded-xl lg:col-span-2" />
    </div>
  );
}
