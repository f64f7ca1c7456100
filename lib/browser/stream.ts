import { backoffMs } from "@/lib/kernel/backoff";
import { type ChangeNotification, readNotification } from "./change-notification";
import { connectMs, maxSilenceMs } from "./silence";

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

const hiddenMs = 60_000;
const maxPauseMs = 15_000;

type ConnectionHandlers = Pick<StreamHandlers, "onMessage" | "onRejected"> & {
  /** Something arrived; with `ready`, its data. */
  onHeard: (ready?: string) => void;
  /** False while the browser retries by itself. */
  onLost: (forGood: boolean) => void;
};

function subscribe(address: string, { onMessage, onHeard, onLost, onRejected }: ConnectionHandlers): EventSource {
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
  on("bye", () => onLost(true));
  source.addEventListener("error", () => {
    const isRejected = source.readyState === EventSource.CLOSED;
    if (isRejected) onRejected();
    onLost(isRejected);
  });
  return source;
}

const pauseMs = (attempts: number) => backoffMs(attempts, { firstMs: 500, maxMs: maxPauseMs });

/**
 * Listens until the returned function is called. Reconnects when the browser gives up, when an attempt hangs, and when the stream is
 * silent without an error. A hidden tab closes its connection, because a browser allows only a few per server, unless it is the one
 * that notifies.
 */
export function openStream(address: string, handlers: StreamHandlers): () => void {
  let source: EventSource | undefined;
  let attempts = 0;
  let silenceMs = connectMs;
  let deadAt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;

  function disconnect() {
    clearTimeout(retry);
    clearTimeout(deadline);
    source?.close();
    source = undefined;
  }

  /** Without anything until then the connection is dead, or the attempt hangs. */
  function waitFor(ms: number) {
    clearTimeout(deadline);
    deadline = setTimeout(() => onLost(true), ms);
    deadAt = Date.now() + ms;
  }

  function onHeard(ready?: string) {
    if (ready !== undefined) {
      attempts = 0;
      silenceMs = maxSilenceMs(ready);
      handlers.onConnected(true);
    }
    waitFor(silenceMs);
  }

  function onLost(forGood: boolean) {
    handlers.onConnected(false);
    if (!forGood) return waitFor(connectMs);
    disconnect();
    retry = setTimeout(connect, pauseMs(attempts));
    attempts += 1;
  }

  function connect() {
    disconnect();
    source = subscribe(address, { onMessage: handlers.onMessage, onHeard, onLost, onRejected: handlers.onRejected });
    waitFor(connectMs);
  }

  function onHidden() {
    if (!handlers.staysOpen?.()) disconnect();
    else if (!source) connect();
  }

  const isOpen = () => source?.readyState === EventSource.OPEN && Date.now() < deadAt;
  const stopWatching = watchVisibility({
    onVisible: () => (isOpen() ? handlers.onMessage({ kind: "ready" }) : connect()),
    onHidden,
  });
  connect();

  return () => {
    stopWatching();
    disconnect();
  };
}

/** Calls `onVisible` when the tab is visible or online again, `onHidden` whenever it has been hidden for another `hiddenMs`. */
function watchVisibility({ onVisible, onHidden }: { onVisible: () => void; onHidden: () => void }): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const visibility = () => {
    clearInterval(timer);
    if (document.visibilityState === "hidden") timer = setInterval(onHidden, hiddenMs);
    else onVisible();
  };
  window.addEventListener("online", onVisible);
  document.addEventListener("visibilitychange", visibility);
  return () => {
    clearInterval(timer);
    window.removeEventListener("online", onVisible);
    document.removeEventListener("visibilitychange", visibility);
  };
}
