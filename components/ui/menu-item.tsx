"use client";

import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes";
import { useMenuParts } from "./menu-parts";

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
  const { Item } = useMenuParts();
  const style = classes(
    "flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1.5 text-start outline-none data-highlighted:bg-accent-soft pointer-coarse:min-h-10 [&_svg]:size-4",
    danger ? "text-problem" : "text-text",
    disabled && "opacity-50",
  );
  if (link) {
    return (
      <Item asChild disabled={disabled} className={style}>
        {link}
      </Item>
    );
  }
  return (
    <Item disabled={disabled} className={style} {...(onSelect ? { onSelect } : {})}>
      {icon && <span aria-hidden>{icon}</span>}
      {children}
    </Item>
  );
}
