import { Component, type ReactNode, type RefObject } from "react";
import { loader } from "@/components/ui/use-loaded";
import type { Places } from "./slide";

const sliding = loader(() => import("./slide"));

type Props = {
  root: RefObject<HTMLElement | null>;
  /** The person of the panel: another person's shows at once. */
  subjectId: string;
  children: ReactNode;
};

/** What an update moves slides to its new place: the eye can follow, and nothing jumps. A class: only those read before React changes the page. */
export class Sliding extends Component<Props> {
  override componentDidMount(): void {
    // Without a network it is tried again with the next panel.
    sliding.load().catch(() => undefined);
  }

  /** An update waits for the slide before it: what moves would else jump from where it has come to. */
  override shouldComponentUpdate({ subjectId }: Props): boolean {
    const { root, subjectId: shownId } = this.props;
    const underWay = subjectId === shownId && root.current ? sliding.found?.slidesIn(root.current) : undefined;
    underWay?.then(() => this.forceUpdate());
    return !underWay;
  }

  override getSnapshotBeforeUpdate(): Places | null {
    return (this.props.root.current && sliding.found?.placesIn(this.props.root.current)) ?? null;
  }

  override componentDidUpdate(_props: Props, _state: unknown, before: Places | null): void {
    if (before && this.props.root.current) sliding.found?.slide(this.props.root.current, before);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
