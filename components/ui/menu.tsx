"use client";

import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

type MenuProps = {
  /** One focusable element with an accessible name. */
  trigger: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
  align?: "start" | "end";
  children: ReactNode;
};

/** Children are MenuItem, MenuLabel and MenuLine. */
export function Menu({ trigger, side = "bottom", align = "end", children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* No portal, so that the menu stays in the landmark of its trigger. */}
      <Radix.Content
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-48 max-w-80 rounded-lg border border-line bg-surface p-1 font-normal text-base outline-none"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
