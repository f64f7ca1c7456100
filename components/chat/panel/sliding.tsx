import { Component, type ReactNode, type RefObject } from "react";
import { loader } from "@/components/ui/use-loaded";
import type { Places } from "./slide";

const sliding = loader(() => import("./slide"));

type Props = { root: RefObject<HTMLElement | null>; children: ReactNode };

/** What an update moves slides to its new place: the eye can follow, and nothing jumps. A class: only those read before React changes the page. */
export class Sliding extends Component<Props> {
  override componentDidMount(): void {
    // Without a network it is tried again with the next panel.
    sliding.load().catch(() => undefined);
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
