import { Component, type ReactNode } from "react";

type Props = { onFailure: () => void; children: ReactNode };

/** Shows nothing after an error, and says so: the error page of a route would take the list of chats away too. */
export class FailureBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
