import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { rowHeight } from "./contact-row";

const rows = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function ContactListSkeleton() {
  const t = useTranslations("contacts.list");
  return (
    <div role="status" aria-label={t("loading")} className="divide-y divide-line">
      {rows.map((row) => (
        <div
          key={row}
          style={{ height: rowHeight }}
          className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto] items-center gap-x-4 px-4"
        >
          <Skeleton className="h-3.5 w-48 max-w-full" />
          <Skeleton className="h-3 w-28 max-w-full" />
          <Skeleton className="h-3 w-16" />
        </div>
      ))}
    </div>
  );
}
