"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { classes } from "@/components/ui/classes";

type SettingsLink = { label: string; path: string /** Belongs to the link above it. */; isPart?: boolean };

const groups: { heading: string; links: SettingsLink[] }[] = [
  {
    heading: "Workspace",
    links: [
      { label: "Members", path: "members" },
      { label: "Plan", path: "plan" },
      { label: "Data", path: "data" },
      { label: "Audit", path: "audit" },
    ],
  },
  {
    heading: "Integrations",
    links: [
      { label: "Actions", path: "actions" },
      { label: "Calls", path: "actions/calls", isPart: true },
      { label: "Developers", path: "developers" },
      { label: "Requests", path: "requests" },
    ],
  },
];

/** A page below a part, such as one call, stands there too. */
const isAt = (pathname: string, href: string, isPart: boolean) =>
  pathname === href ? "page" : isPart && pathname.startsWith(`${href}/`) ? "true" : undefined;

/** On a phone the row is longer than the screen. */
const intoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** A column beside the page; on a phone one row above it. */
export function SettingsNav({ workspace }: { workspace: string }) {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Settings"
      className="flex shrink-0 gap-1 overflow-x-auto border-line border-b px-3 py-2 md:block md:w-56 md:overflow-y-auto md:border-r md:border-b-0 md:px-3 md:py-4"
    >
      {groups.map(({ heading, links }) => (
        <div key={heading} className="flex gap-1 md:block">
          <h2 className="hidden px-2.5 pt-3 pb-1 text-soft text-xs md:block">{heading}</h2>
          {links.map(({ label, path, isPart = false }) => {
            const href = `/${workspace}/settings/${path}`;
            const current = isAt(pathname, href, isPart);
            return (
              <Link
                key={path}
                href={href}
                ref={current ? intoView : null}
                aria-current={current}
                className={classes(
                  "block rounded-md border border-transparent px-2.5 py-1.5 hover:bg-raised aria-[current]:border-line aria-[current]:bg-surface aria-[current]:font-semibold pointer-coarse:py-2",
                  isPart && "md:ml-3",
                )}
              >
                {label}
              </Link>
            );
          })}
        </div>
      ))}
    </nav>
  );
}
