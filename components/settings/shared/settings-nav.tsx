"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { groupsWith, isSubsection, settingsPath } from "@/components/shell/settings-sections";
import { classes } from "@/components/ui/classes";
import { Link } from "@/components/ui/link";
import type { ConflictPage } from "@/lib/people/links/browser/conflicts";
import { ConflictsCount } from "./conflicts-count";

/** A page below a subsection, such as one call, also marks its link as current. */
const ariaCurrentOf = (pathname: string, href: string, isSub: boolean) =>
  pathname === href ? "page" : isSub && pathname.startsWith(`${href}/`) ? "true" : undefined;

/** On a phone the row of links is longer than the screen. */
const scrollIntoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: "nearest", inline: "center" });

/** A column beside the page; on a phone a row above it. */
export function SettingsNav({ workspace, hasPlans, conflicts }: { workspace: string; hasPlans: boolean; conflicts: ConflictPage }) {
  const pathname = usePathname();
  const t = useTranslations("settings");
  return (
    <nav
      aria-label={t("nav.label")}
      className="flex shrink-0 gap-1 overflow-x-auto border-line border-b px-3 py-2 md:block md:w-56 md:overflow-y-auto md:border-e md:border-b-0 md:px-3 md:py-4"
    >
      {groupsWith(hasPlans).map(({ name, sections }) => (
        <div key={name} className="flex gap-1 md:block">
          <h2 className="hidden px-2.5 pt-3 pb-1 text-soft text-xs md:block">{t(`nav.groups.${name}`)}</h2>
          {sections.map((section) => {
            const isSub = isSubsection(section);
            const href = settingsPath(workspace, section);
            const current = ariaCurrentOf(pathname, href, isSub);
            return (
              <Link
                key={section}
                href={href}
                ref={current ? scrollIntoView : null}
                aria-current={current}
                className={classes(
                  "flex items-center gap-1.5 whitespace-nowrap rounded-md border border-transparent px-2.5 py-1.5 hover:bg-raised aria-[current]:border-line aria-[current]:bg-surface aria-[current]:font-semibold pointer-coarse:py-2",
                  isSub && "md:ms-3",
                )}
              >
                {t(`sections.${section}`)}
                {section === "conflicts" && <ConflictsCount workspace={workspace} firstPage={conflicts} />}
              </Link>
            );
          })}
        </div>
      ))}
    </nav>
  );
}
