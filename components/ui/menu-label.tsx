"use client";

import type { ReactNode } from "react";
import { useMenuParts } from "./menu-parts";

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useMenuParts();
  return <Label className="px-2 py-1.5">{children}</Label>;
}
