"use client";

import { cloneElement } from "react";
import { loader } from "./use-loaded";
import { type Opened, type TriggerElement, useTrigger } from "./use-trigger";

const popoverWindow = loader(() => import("./overlays").then(({ PopoverWindow }) => PopoverWindow));

type PopoverProps<C> = Opened<C> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  trigger: TriggerElement;
  align?: "start" | "end";
};

/** A small dialog at its trigger, which gets the focus back. */
export function Popover<C>({ open, onOpenChange, label, trigger, align = "end", ...content }: PopoverProps<C>) {
  const { Window, props, id, contentId, shown } = useTrigger(popoverWindow, { opens: "dialog", isOpen: open, onOpenChange, content });
  return (
    <>
      {cloneElement(trigger, props)}
      {Window && (
        <Window id={contentId} triggerId={id} open={open} onOpenChange={onOpenChange} label={label} align={align}>
          {shown}
        </Window>
      )}
    </>
  );
}
