import { Component, type ReactNode, type RefObject } from "react";

const slideMs = 180;
type Places = Map<HTMLElement, number>;

const movable = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>("[data-slides]")].filter((element) => element.getClientRects().length > 0);

const placesIn = (root: HTMLElement): Places => new Map(movable(root).map((element) => [element, element.getBoundingClientRect().top]));

const isCalm = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** From where each was to where it is now. What is inside of another one moves with that. */
function slide(root: HTMLElement, before: Places): void {
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

type Props = { root: RefObject<HTMLElement | null>; children: ReactNode };

/** What an update moves slides to its new place: the eye can follow, and nothing jumps. A class: only those read before React changes the page. */
export class Sliding extends Component<Props> {
  override getSnapshotBeforeUpdate(): Places | null {
    return this.props.root.current && placesIn(this.props.root.current);
  }

  override componentDidUpdate(_props: Props, _state: unknown, before: Places | null): void {
    if (before && this.props.root.current) slide(this.props.root.current, before);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
