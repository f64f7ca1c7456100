"use client";

import { useMenuParts } from "./menu-parts";

export function MenuLine() {
  const { Separator } = useMenuParts();
  return <Separator className="-mx-1 my-1 h-px bg-line" />;
}
