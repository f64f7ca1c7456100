/** Where what can move is, from the top of the window. */
export type Places = Map<HTMLElement, number>;

const slideMs = 180;

const movable = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>("[data-slides]")].filter((element) => element.getClientRects().length > 0);

export const placesIn = (root: HTMLElement): Places =>
  new Map(movable(root).map((element) => [element, element.getBoundingClientRect().top]));

const isCalm = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** From where each was to where it is now. What is inside of another one moves with that. */
export function slide(root: HTMLElement, before: Places): void {
  const all = movable(root);
  for (const element of all) for (const animation of element.getAnimations()) if (animation.id === "slide") animation.cancel();
  const after = placesIn(root);
  const movedBy = new Map(all.map((element) => [element, (before.get(element) ?? after.get(element) ?? 0) - (after.get(element) ?? 0)]));
  for (const element of all) {
    const around = element.parentElement?.closest<HTMLElement>("[data-slides]");
    const offset = before.has(element) ? (movedBy.get(element) ?? 0) - ((around && movedBy.get(around)) ?? 0) : 0;
    if (offset === 0) continue;
    element.animate([{ transform: `translateY(${offset}px)` }, { transform: "none" }], {
      id: "slide",
      duration: isCalm() ? 1 : slideMs,
      easing: "ease-out",
    });
  }
}
