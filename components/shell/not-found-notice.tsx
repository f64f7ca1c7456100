import { SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";

/** The same for missing pages and for those of another workspace. */
export function NotFoundNotice() {
  const t = useTranslations("errors.notFound");
  return (
    <EmptyState
      icon={<SearchX />}
      title={t("title")}
      isPage
      action={
        <Link href="/" className="font-medium text-accent underline underline-offset-2">
          {t("action")}
        </Link>
      }
    >
      {t("text")}
    </EmptyState>
  );
}
