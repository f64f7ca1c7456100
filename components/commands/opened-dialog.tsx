"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { toast } from "@/components/ui/toast";
import { keepTyping } from "./early-keys";
import type { LayerProps } from "./layer";
import { open, openedNow, subscribe } from "./registry";

type Loaded = ComponentType<Pick<LayerProps, "isOpen" | "onClose"> & { workspace: string }>;

// Loaded when first used, so that the first page carries none of them.
const loaders = {
  palette: () => import("./palette").then(({ Palette }): Loaded => Palette),
  search: () => import("./palette").then(({ SearchPalette }): Loaded => SearchPalette),
  keys: () => import("./key-list").then(({ KeyList }): Loaded => KeyList),
};

const close = () => open(null);

/** The palette, or the list of keys. */
export function OpenedDialog({ workspace }: { workspace: string }) {
  const opened = useSyncExternalStore(subscribe, openedNow, () => null);
  return (["palette", "search", "keys"] as const).map((name) => (
    <Dialog key={name} workspace={workspace} name={name} isOpen={opened === name} />
  ));
}

function Dialog({ workspace, name, isOpen }: { workspace: string; name: keyof typeof loaders; isOpen: boolean }) {
  const t = useTranslations("commands");
  const [Content, setContent] = useState<Loaded>();
  const isMissing = isOpen && Content === undefined;

  // Until the field has the focus, which is later than the first render.
  useLayoutEffect(() => (isOpen && name !== "keys" ? keepTyping() : undefined), [isOpen, name]);

  useEffect(() => {
    if (!isMissing) return;
    loaders[name]().then(
      (loaded) => setContent(() => loaded),
      () => {
        close();
        toast.error(t("notLoaded"));
      },
    );
  }, [isMissing, name, t]);

  return Content && <Content workspace={workspace} isOpen={isOpen} onClose={close} />;
}
