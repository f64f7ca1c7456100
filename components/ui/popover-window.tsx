import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useAnchored } from "./anchored";

type PopoverWindowProps = {
  id: string;
  triggerId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  align: "start" | "end";
  children: ReactNode;
};

export function PopoverWindow({ id, triggerId, open, onOpenChange, label, align, children }: PopoverWindowProps) {
  const { anchor, handlers } = useAnchored(triggerId);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchor} />
      {/* No portal, so that it stays in the landmark of its trigger. */}
      <Radix.Content
        {...handlers}
        id={id}
        aria-label={label}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 w-72 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface p-1 font-normal text-base outline-none"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
