import { DropdownMenu as Radix } from "radix-ui";
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle } from "react";
import { useAnchored } from "./anchored";
import { MenuParts } from "./menu-parts";

type MenuWindowProps = {
  id: string;
  triggerId: string;
  opened: "pointer" | "keyboard" | null;
  onClose: () => void;
  side: "top" | "right" | "bottom" | "left";
  align: "start" | "end";
  children: ReactNode;
};

const focusable = "[role^=menuitem]:not([aria-disabled])";

/** At once: Radix waits for a timer, and an Enter that is already on its way would choose the item before. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  const item = { ArrowDown: items[at + 1], ArrowUp: items[at - 1], Home: items[0], End: items.at(-1) }[event.key];
  if (!item) return;
  event.preventDefault();
  event.stopPropagation();
  item.focus();
}

/** Radix knows who uses the keyboard only after it is loaded. */
function focusFirst(event: Event): void {
  const item = event.currentTarget instanceof Element && event.currentTarget.querySelector(focusable);
  if (!(item instanceof HTMLElement)) return;
  event.preventDefault();
  item.focus({ preventScroll: true });
}

/** Hands Radix the button that is on the page already. */
function Anchor({ id, ref }: { id: string; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => document.getElementById(id) as HTMLElement, [id]);
  return null;
}

export function MenuWindow({ id, triggerId, opened, onClose, side, align, children }: MenuWindowProps) {
  const { handlers } = useAnchored(triggerId);
  return (
    <Radix.Root modal={false} open={opened !== null} onOpenChange={(open) => open || onClose()}>
      <Radix.Trigger asChild>
        <Anchor id={triggerId} />
      </Radix.Trigger>
      {/* No portal, so that the menu stays in the landmark of its trigger. */}
      <Radix.Content
        {...handlers}
        {...(opened === "keyboard" && { onOpenAutoFocus: focusFirst })}
        onKeyDownCapture={moveFocus}
        id={id}
        aria-labelledby={triggerId}
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-48 max-w-80 rounded-lg border border-line bg-surface p-1 font-normal text-base outline-none"
      >
        <MenuParts value={Radix}>{children}</MenuParts>
      </Radix.Content>
    </Radix.Root>
  );
}
