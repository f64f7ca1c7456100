import { type ChangeNotification, readNotification } from "./change-notification";
import { keepConnected, type Reports } from "./connection";

export type StreamMessage =
  /** Connected or reconnected: what was missed is unknown, so refetch everything. */
  | { kind: "ready" }
  /** These changed; refetch them. What few screens read is only in the data. */
  | { kind: "change"; notification: ChangeNotification; data: string }
  /** A heartbeat every 15 seconds, which also makes up for a lost change notification. */
  | { kind: "tick" };

type StreamHandlers = {
  onMessage: (message: StreamMessage) => void;
  onConnected: (isConnected: boolean) => void;
  /** The server responded, but not with a stream: the session or the membership may have ended. */
  onRejected: () => void;
  /** Whether the connection is needed while the tab is hidden. */
  staysOpen?: () => boolean;
};

/** Listens until the returned function is called. */
export function openStream(address: string, { onMessage, onRejected, ...handlers }: StreamHandlers): () => void {
  function open({ onHeard, onLost }: Reports) {
    const source = new EventSource(address);
    const on = (event: string, handle: (data: string) => void) =>
      source.addEventListener(event, ({ data }: MessageEvent<string>) => handle(data));
    on("ready", (data) => {
      onHeard(data);
      onMessage({ kind: "ready" });
    });
    on("ping", () => onHeard());
    on("tick", () => {
      onHeard();
      onMessage({ kind: "tick" });
    });
    on("change", (data) => {
      onHeard();
      onMessage({ kind: "change", notification: readNotification(data), data });
    });
    on("bye", onLost);
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) onRejected();
      // The browser's own attempts follow each other without longer and longer pauses.
      onLost();
    });
    return () => source.close();
  }

  const connection = keepConnected({ ...handlers, open, onBack: (isAlive) => isAlive && onMessage({ kind: "ready" }) });
  return connection.end;
}
