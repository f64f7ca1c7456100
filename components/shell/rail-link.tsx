"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Tooltip } from "@/components/ui/tooltip";

/** Marked as current on its page and every page below. */
export function RailLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  const pathname = usePathname();
  const isCurrent = pathname === href || pathname.startsWith(`${href}/`);
  return (
    <Tooltip text={label} side="right">
      <Link
        href={href}
        aria-label={label}
        aria-current={isCurrent ? "page" : undefined}
        className="grid h-11 w-16 max-md:short:h-8 place-items-center rounded-md text-soft hover:bg-raised hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-accent md:size-10 [&_svg]:size-[18px]"
      >
        {children}
      </Link>
    </Tooltip>
  );
}
