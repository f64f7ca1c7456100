"use client";

import { cloneElement, useState } from "react";
import { loader } from "./use-loaded";
import { type Opened, type TriggerElement, useTrigger } from "./use-trigger";

const menuWindow = loader(() => import("./overlays").then(({ MenuWindow }) => MenuWindow));

type MenuProps<C> = Opened<C> & {
  trigger: TriggerElement;
  side?: "top" | "right" | "bottom" | "left";
  align?: "start" | "end";
};

/** Children are MenuItem, MenuLabel and MenuLine. */
export function Menu<C>({ trigger, side = "bottom", align = "end", ...content }: MenuProps<C>) {
  const [opened, setOpened] = useState<"pointer" | "keyboard" | null>(null);
  const { Window, props, id, contentId, shown } = useTrigger(menuWindow, {
    opens: "menu",
    isOpen: opened !== null,
    onOpenChange: (open, isByKeyboard) => setOpened(open ? (isByKeyboard ? "keyboard" : "pointer") : null),
    content,
  });

  return (
    <>
      {cloneElement(trigger, props)}
      {Window && (
        <Window id={contentId} triggerId={id} opened={opened} onClose={() => setOpened(null)} side={side} align={align}>
          {shown}
        </Window>
      )}
    </>
  );
}
