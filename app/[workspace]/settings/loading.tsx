import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  const t = useTranslations("common");
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {t("loading")}
      </span>
      <Skeleton className="mt-1 h-6 w-32" />
      <Skeleton className="mt-2 mb-7 h-4 w-96 max-w-full" />
      <Skeleton className="mb-4 h-40 w-full rounded-xl" />
      <Skeleton className="h-56 w-full rounded-xl" />
    </div>
  );
}
