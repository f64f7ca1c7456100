import { useTranslations } from "next-intl";
import { bdi } from "@/components/ui/bdi";
import { Link } from "@/components/ui/link";
import type { FirstRunState } from "./use-first-run";

/** Where to see what arrived; it stays when the next step opens. */
export function LatestEvent({ workspace, latest }: { workspace: string; latest: NonNullable<FirstRunState["latest"]> }) {
  const t = useTranslations("firstRun");
  return t.rich("there", {
    event: latest.event,
    name: latest.name ?? t("contact"),
    bdi,
    link: (content) => (
      <Link
        href={`/${workspace}/contacts/${latest.contactId}`}
        className={`rounded-sm font-medium underline underline-offset-2 ${latest.level === "problem" ? "text-problem" : "text-accent"}`}
      >
        {content}
      </Link>
    ),
  });
}
