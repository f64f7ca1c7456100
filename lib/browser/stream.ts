import { z } from "zod";
import { backoffMs } from "@/lib/kernel/backoff";

const ids = z.array(z.string()).default([]);
const ChangeNotification = z.object({
  chats: z.array(z.object({ id: z.string(), seq: z.number() })).default([]),
  reset: ids,
  contacts: ids,
  people: ids,
  calls: ids,
});
export type ChangeNotification = z.output<typeof ChangeNotification>;

export type StreamMessage =
  /** Connected or reconnected: what was missed is unknown, so refetch everything. */
  | { kind: "ready" }
  /** These changed; refetch them. */
  | { kind: "change"; notification: ChangeNotification }
  /** A heartbeat every 15 seconds, which also makes up for a lost change notification. */
  | { kind: "tick" };

type StreamHandlers = {
  onMessage: (message: StreamMessage) => void;
  onConnected: (isConnected: boolean) => void;
  /** The server responded, but not with a stream: the session or the membership may have ended. */
  onRejected: () => void;
};

const silenceMs = 40_000;
const hiddenMs = 60_000;
const maxPauseMs = 15_000;

/** One connection. `onLost` gets false while the browser retries by itself. */
function subscribe(
  address: string,
  { onMessage, onLost, onRejected }: Pick<StreamHandlers, "onMessage" | "onRejected"> & { onLost: (forGood: boolean) => void },
): EventSource {
  const source = new EventSource(address);
  source.addEventListener("ready", () => onMessage({ kind: "ready" }));
  source.addEventListener("tick", () => onMessage({ kind: "tick" }));
  source.addEventListener("change", (event: MessageEvent<string>) =>
    onMessage({ kind: "change", notification: ChangeNotification.parse(JSON.parse(event.data)) }),
  );
  source.addEventListener("bye", () => onLost(true));
  source.addEventListener("error", () => {
    const isRejected = source.readyState === EventSource.CLOSED;
    if (isRejected) onRejected();
    onLost(isRejected);
  });
  return source;
}

const pauseMs = (attempts: number) => backoffMs(attempts, { firstMs: 500, maxMs: maxPauseMs });

/**
 * Listens until the returned function is called. Reconnects when the browser gives up, and when the stream is silent without an
 * error. A hidden tab closes its connection, because a browser allows only a few per server.
 */
export function openStream(address: string, handlers: StreamHandlers): () => void {
  let source: EventSource | undefined;
  let attempts = 0;
  let lastMessageAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function disconnect() {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function onMessage(message: StreamMessage) {
    lastMessageAt = Date.now();
    if (message.kind === "ready") {
      attempts = 0;
      handlers.onConnected(true);
    }
    handlers.onMessage(message);
  }

  function onLost(forGood: boolean) {
    handlers.onConnected(false);
    if (!forGood) return;
    disconnect();
    timer = setTimeout(connect, pauseMs(attempts));
    attempts += 1;
  }

  function connect() {
    disconnect();
    lastMessageAt = Date.now();
    source = subscribe(address, { onMessage, onLost, onRejected: handlers.onRejected });
  }

  const isSilent = () => Date.now() - lastMessageAt > silenceMs;
  const isOpen = () => source?.readyState === EventSource.OPEN && !isSilent();
  const watch = setInterval(() => source && isSilent() && connect(), 5000);
  const stopWatching = watchVisibility({
    onVisible: () => (isOpen() ? handlers.onMessage({ kind: "ready" }) : connect()),
    onHidden: disconnect,
  });
  connect();

  return () => {
    stopWatching();
    clearInterval(watch);
    disconnect();
  };
}

/** Calls `onVisible` when the tab is visible or online again, `onHidden` when it has been hidden for `hiddenMs`. */
function watchVisibility({ onVisible, onHidden }: { onVisible: () => void; onHidden: () => void }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const visibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") timer = setTimeout(onHidden, hiddenMs);
    else onVisible();
  };
  window.addEventListener("online", onVisible);
  document.addEventListener("visibilitychange", visibility);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("online", onVisible);
    document.removeEventListener("visibilitychange", visibility);
  };
}
