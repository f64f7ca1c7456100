"use client";

import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes";

type MenuItemProps = {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect?: () => void;
  /** An item that leads somewhere: `link={<Link href="…" />}`. */
  link?: ReactElement;
  children?: ReactNode;
};

export function MenuItem({ icon, danger = false, disabled = false, onSelect, link, children }: MenuItemProps) {
  const style = classes(
    "flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1.5 text-left outline-none data-highlighted:bg-accent-soft pointer-coarse:min-h-10 [&_svg]:size-4",
    danger ? "text-problem" : "text-text",
    disabled && "opacity-50",
  );
  if (link) {
    return (
      <Radix.Item asChild disabled={disabled} className={style}>
        {link}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item disabled={disabled} className={style} {...(onSelect ? { onSelect } : {})}>
      {icon && <span aria-hidden>{icon}</span>}
      {children}
    </Radix.Item>
  );
}
