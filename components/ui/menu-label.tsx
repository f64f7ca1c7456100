"use client";

import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1.5">{children}</Radix.Label>;
}
