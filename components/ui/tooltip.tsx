"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactElement } from "react";

/** Repeats or explains; nothing may be known from a tooltip alone. The child must be one focusable element. */
export function Tooltip({
  text,
  side = "bottom",
  children,
}: {
  text: string;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactElement;
}) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        {/* Beside its trigger instead of at the end of the document: it stays in the landmark, and in the dialog, that it belongs to. */}
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 whitespace-normal rounded-sm bg-text px-2 py-1 font-normal text-bg text-xs"
        >
          {text}
        </Radix.Content>
      </Radix.Root>
    </Radix.Provider>
  );
}
