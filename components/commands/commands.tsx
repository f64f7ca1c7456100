"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { listenToKeys } from "./listen";
import { OpenedDialog } from "./opened-dialog";
import { open } from "./registry";
import { useCommands } from "./use-commands";

export { useKeysEnabled } from "./keys-setting";
export type { Command } from "./registry";
export { SearchButton } from "./search-button";
export { useCommands } from "./use-commands";

const openPalette = (): void => open("palette");

/** Runs commands by their keys, and shows the palette and the list of keys. */
export function Commands({ workspace, children }: { workspace: string; children: ReactNode }) {
  useEffect(listenToKeys, []);
  return (
    <>
      <OwnCommands />
      {children}
      <OpenedDialog workspace={workspace} />
    </>
  );
}

/** Before all others, so that any of them can have its keys. */
function OwnCommands() {
  const t = useTranslations("commands");
  useCommands([
    { id: "palette.open", label: t("palette"), group: "app", keys: "mod+k", run: openPalette },
    { id: "palette.search", label: t("searchOnly.title"), group: "app", keys: "/", run: () => open("search") },
    { id: "keys", label: t("keyList"), group: "app", keys: "?", run: () => open("keys") },
  ]);
  return null;
}
