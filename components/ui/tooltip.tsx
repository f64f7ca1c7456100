"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactElement } from "react";

/** Repeats or explains; no information may be only in a tooltip. The child must be one focusable element. */
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
        {/* No portal, so that the tooltip stays in the landmark and the dialog of its trigger. */}
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
