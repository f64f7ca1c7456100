import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";

/** Also what is left when somebody deletes the contact while it is on the screen. */
export function GoneContact({ workspace }: { workspace: string }) {
  const t = useTranslations("errors.contact");
  return (
    <main className="grid h-full place-items-center">
      <EmptyState
        icon={<SearchX />}
        title={t("title")}
        isPage
        action={
          <Link href={`/${workspace}/contacts`} className="text-accent underline underline-offset-2">
            {t("all")}
          </Link>
        }
      >
        {t("text")}
      </EmptyState>
    </main>
  );
}
