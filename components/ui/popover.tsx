"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

type PopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  /** One focusable element with an accessible name. */
  trigger: ReactElement;
  align?: "start" | "end";
  children: ReactNode;
};

/** A small dialog at its trigger, which gets the focus back. */
export function Popover({ open, onOpenChange, label, trigger, align = "end", children }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* No portal, so that it stays in the landmark of its trigger. */}
      <Radix.Content
        aria-label={label}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 w-72 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface p-1 font-normal text-base outline-none"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
