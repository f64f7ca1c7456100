"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Keys } from "./keys";
import { open } from "./registry";

/** Opens the palette, for those who do not know its keys. */
export function SearchButton() {
  const t = useTranslations("commands");
  return (
    <span className="inline-flex items-center gap-1">
      <IconButton label={t("palette")} aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={() => open("palette")}>
        <Search />
      </IconButton>
      <span aria-hidden className="pointer-coarse:hidden max-md:hidden">
        <Keys keys="mod+k" />
      </span>
    </span>
  );
}
