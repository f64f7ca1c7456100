import type { DropdownMenu as Radix } from "radix-ui";
import { createContext, use } from "react";

/** What a menu is made of, loaded with the first menu. */
export const MenuParts = createContext<typeof Radix | null>(null);

export function useMenuParts(): typeof Radix {
  const parts = use(MenuParts);
  if (!parts) throw new Error("useMenuParts needs a Menu around it.");
  return parts;
}
