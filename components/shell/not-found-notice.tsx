import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";

/** Drawn here, and with a plain link: Next loads what this needs with every page. */
const icon = (
  <svg aria-hidden viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={2} strokeLinecap="round">
    <circle cx="10" cy="10" r="6.5" />
    <path d="m15 15 5.5 5.5M8 8l4 4m0-4-4 4" />
  </svg>
);

/** The same for missing pages and for those of another workspace. */
export function NotFoundNotice() {
  const t = useTranslations("errors.notFound");
  return (
    <EmptyState
      icon={icon}
      title={t("title")}
      isPage
      action={
        <a href="/" className="font-medium text-accent underline underline-offset-2">
          {t("action")}
        </a>
      }
    >
      {t("text")}
    </EmptyState>
  );
}
