import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";

/** The link from the button settings to the call log. */
export function CallsLink({ workspace }: { workspace: string }) {
  const t = useTranslations("calls.link");
  return (
    <Link
      href={`/${workspace}/settings/actions/calls`}
      className="mb-4 flex items-center gap-3 rounded-xl border border-line bg-surface px-4 py-3.5 hover:border-accent"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t("title")}</span>
        <span className="block text-soft text-xs">{t("description")}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-soft rtl:-scale-x-100" />
    </Link>
  );
}
