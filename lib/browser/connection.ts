import { backoffMs } from "@/lib/kernel/backoff";

/** A connection attempt without `ready` is given up after this time. */
const connectMs = 10_000;
/** For a server of the version before, which sends a tick every 15 seconds and no pings. */
const unpingedMs = 40_000;
const graceMs = 2_000;
const hiddenMs = 60_000;

/**
 * How long a stream may be silent before it counts as dead, from the data of its `ready`: two pings and a little more. Each `ready`
 * says it anew, because the next connection may lead to another version.
 */
export function maxSilenceMs(data: string): number {
  try {
    const { pingMs } = JSON.parse(data) as { pingMs?: unknown };
    return typeof pingMs === "number" && pingMs >= 1_000 ? 2 * pingMs + graceMs : unpingedMs;
  } catch {
    return unpingedMs;
  }
}

/** What a connection reports of itself. */
export type Reports = {
  /** Something arrived; with `ready`, its data. */
  onHeard: (ready?: string) => void;
  /** It ended: another one follows after a pause. */
  onLost: () => void;
};

type Options = {
  /** Begins a connection, and returns what ends it. */
  open: (reports: Reports) => () => void;
  onConnected: (isConnected: boolean) => void;
  /** The page was hidden or offline and may have missed something. A connection that is not alive is made anew. */
  onBack: (isAlive: boolean) => void;
  /** Whether the connection is needed while the page is hidden. A browser allows only a few per server. */
  staysOpen?: (() => boolean) | undefined;
};

/**
 * Keeps one connection until `end` is called. It is made anew when it ends, when an attempt hangs, and when it is silent without an error;
 * and given up while the page is hidden.
 */
export function keepConnected({ open, onConnected, onBack, staysOpen }: Options) {
  let close: (() => void) | undefined;
  let attempts = 0;
  let silenceMs = connectMs;
  let deadAt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let hidden: ReturnType<typeof setInterval> | undefined;

  function disconnect(): void {
    clearTimeout(retry);
    clearTimeout(deadline);
    close?.();
    close = undefined;
  }

  /** Without anything until then the connection is dead, or the attempt hangs. */
  function waitFor(ms: number): void {
    clearTimeout(deadline);
    deadline = setTimeout(onLost, ms);
    deadAt = Date.now() + ms;
  }

  function onHeard(ready?: string): void {
    if (ready !== undefined) {
      attempts = 0;
      silenceMs = maxSilenceMs(ready);
      onConnected(true);
    }
    waitFor(silenceMs);
  }

  function onLost(): void {
    disconnect();
    onConnected(false);
    retry = setTimeout(connect, backoffMs(attempts, { firstMs: 500, maxMs: 15_000 }));
    attempts += 1;
  }

  function connect(): void {
    disconnect();
    close = open({ onHeard, onLost });
    waitFor(connectMs);
  }

  function wake(): void {
    // An attempt that follows a failure is not waited for: it may hang on a network that is gone.
    const isAlive = close !== undefined && attempts === 0 && Date.now() < deadAt;
    onBack(isAlive);
    if (!isAlive) connect();
  }

  /** Called again and again while the page is hidden: whether the connection is needed may change. */
  function checkNeed(): void {
    if (!staysOpen?.()) disconnect();
    else if (!close) connect();
  }

  function changeVisibility(): void {
    clearInterval(hidden);
    if (document.visibilityState === "hidden") hidden = setInterval(checkNeed, hiddenMs);
    else wake();
  }

  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", changeVisibility);
  connect();
  return {
    isOn: () => close !== undefined,
    wake,
    end(): void {
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", changeVisibility);
      clearInterval(hidden);
      disconnect();
    },
  };
}

/**
 * Reports a lost connection only after a while, in milliseconds, so that short interruptions do not show. Called with true, it waits for
 * nothing more.
 */
export function awayAfter(ms: number, onAway: (isAway: boolean) => void): (isConnected: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (isConnected) => {
    if (!isConnected) {
      timer ??= setTimeout(onAway, ms, true);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    onAway(false);
  };
}
