/** Where what can move is, from the top of the window. */
export type Places = Map<HTMLElement, number>;

const slideMs = 180;

const movable = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>("[data-slides]")].filter((element) => element.getClientRects().length > 0);

export const placesIn = (root: HTMLElement): Places =>
  new Map(movable(root).map((element) => [element, element.getBoundingClientRect().top]));

const idOfSlide = "slide";

const slidesOf = (root: HTMLElement) => root.getAnimations({ subtree: true }).filter(({ id }) => id === idOfSlide);

const ends = new WeakMap<HTMLElement, Promise<void>>();

/** The end of the slides that are under way. */
export const slidesIn = (root: HTMLElement): Promise<void> | undefined => ends.get(root);

/** The browser notices in the frame after the last one where each has come to. */
const afterFrames = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

async function end(root: HTMLElement, started: readonly Animation[]): Promise<void> {
  await Promise.allSettled(started.map(({ finished }) => finished));
  await afterFrames();
  ends.delete(root);
}

const isCalm = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** From where each was to where it is now. What is inside of another one moves with that. */
export function slide(root: HTMLElement, before: Places): void {
  // Nobody sees it, and its end would not come.
  if (document.hidden) return;
  const all = movable(root);
  for (const animation of slidesOf(root)) animation.cancel();
  const after = placesIn(root);
  const started: Animation[] = [];
  const movedBy = new Map(all.map((element) => [element, (before.get(element) ?? after.get(element) ?? 0) - (after.get(element) ?? 0)]));
  for (const element of all) {
    const around = element.parentElement?.closest<HTMLElement>("[data-slides]");
    const offset = before.has(element) ? (movedBy.get(element) ?? 0) - ((around && movedBy.get(around)) ?? 0) : 0;
    if (offset === 0) continue;
    const animation = element.animate([{ transform: `translateY(${offset}px)` }, { transform: "none" }], {
      id: idOfSlide,
      duration: isCalm() ? 1 : slideMs,
      easing: "ease-out",
    });
    started.push(animation);
  }
  if (started.length > 0) ends.set(root, end(root, started));
}
