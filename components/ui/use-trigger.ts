import { type ComponentProps, type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode, useId, useState } from "react";
import { type Loader, useLoaded } from "./use-loaded";

/** One focusable element with an accessible name. It gets its id and its handlers from what it opens. */
export type TriggerElement = ReactElement<ComponentProps<"button">>;

/** What is shown when it opens: as it is, or made with a component that is loaded before it opens. */
export type Opened<C> = { loads?: never; children: ReactNode } | { loads: Loader<C>; children: (Content: C) => ReactNode };

type Options<C> = {
  opens: "menu" | "dialog";
  isOpen: boolean;
  onOpenChange: (open: boolean, isByKeyboard: boolean) => void;
  content: Opened<C>;
};

/** A button that opens something whose code is loaded on the first sign that it will be used. */
export function useTrigger<W, C>(from: Loader<W>, { opens, isOpen, onOpenChange, content: { loads, children } }: Options<C>) {
  const [id, contentId] = [useId(), useId()];
  const [isNear, setNear] = useState(false);
  const Frame = useLoaded(from, isNear || isOpen);
  const Content = useLoaded(loads, isNear || isOpen);
  const Window = Content || !loads ? Frame : undefined;
  const near = () => setNear(true);

  const props = {
    id,
    "aria-haspopup": opens,
    "aria-expanded": isOpen,
    "aria-controls": isOpen && Window ? contentId : undefined,
    onPointerEnter: near,
    onFocus: near,
    // A click by the keyboard or by a screen reader counts no presses.
    onClick: ({ detail }: MouseEvent) => onOpenChange(!isOpen, detail === 0),
    onKeyDown: (event: KeyboardEvent) => {
      if (opens !== "menu" || event.key !== "ArrowDown") return;
      event.preventDefault();
      onOpenChange(true, true);
    },
    // Whoever went on while it was loaded has the focus elsewhere, and keeps it.
    onBlur: () => isOpen && !Window && onOpenChange(false, false),
  } as const;

  return { Window, props, id, contentId, shown: typeof children === "function" ? Content && children(Content) : children };
}
