export type Side = "top" | "right" | "bottom" | "left";

const gap = 6;
const margin = 8;
const opposite = { top: "bottom", right: "left", bottom: "top", left: "right" } as const;

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom" | "width" | "height">;
type Size = { width: number; height: number };

const between = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max));

function cornerAt(side: Side, anchor: Box, { width, height }: Size): { left: number; top: number } {
  const [middleX, middleY] = [anchor.left + (anchor.width - width) / 2, anchor.top + (anchor.height - height) / 2];
  if (side === "top") return { left: middleX, top: anchor.top - gap - height };
  if (side === "bottom") return { left: middleX, top: anchor.bottom + gap };
  if (side === "left") return { left: anchor.left - gap - width, top: middleY };
  return { left: anchor.right + gap, top: middleY };
}

/** Where a box of this size goes: on the side that was asked for, or on the other one if only that has room; always in view. */
export function placed(side: Side, anchor: Box, size: Size, view: Size): { left: number; top: number } {
  const fits = (one: Side) => {
    const { left, top } = cornerAt(one, anchor, size);
    const isVertical = one === "top" || one === "bottom";
    return isVertical
      ? top >= margin && top + size.height <= view.height - margin
      : left >= margin && left + size.width <= view.width - margin;
  };
  const best = fits(side) || !fits(opposite[side]) ? side : opposite[side];
  const { left, top } = cornerAt(best, anchor, size);
  return {
    left: between(left, margin, view.width - size.width - margin),
    top: between(top, margin, view.height - size.height - margin),
  };
}

/** Shows an element over everything else, beside another one. Left and right change places where texts run from right to left. */
export function placeBeside(element: HTMLElement, anchor: HTMLElement, side: Side): void {
  // In browsers without popovers it is shown where a dialog may cut it off.
  if ("showPopover" in element && !element.matches(":popover-open")) element.showPopover();
  const isTurned = getComputedStyle(anchor).direction === "rtl" && (side === "left" || side === "right");
  const { left, top } = placed(isTurned ? opposite[side] : side, anchor.getBoundingClientRect(), element.getBoundingClientRect(), {
    width: window.innerWidth,
    height: window.innerHeight,
  });
  Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
}
