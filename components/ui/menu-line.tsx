"use client";

import { DropdownMenu as Radix } from "radix-ui";

export function MenuLine() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
