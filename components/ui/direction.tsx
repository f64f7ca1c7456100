"use client";

import { useLocale } from "next-intl";
import { Direction as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { directions } from "@/lib/kernel/locale";

/** Tells menus and tabs which way texts run, and with them the arrow keys. */
export const Direction = ({ children }: { children: ReactNode }) => (
  <Radix.Provider dir={directions[useLocale()]}>{children}</Radix.Provider>
);
