import { z } from "zod";

const ids = z.array(z.string()).default([]);
const Poke = z.object({
  chats: z.array(z.object({ id: z.string(), seq: z.number() })).default([]),
  reset: ids,
  contacts: ids,
  people: ids,
  calls: ids,
});
export type Poke = z.output<typeof Poke>;

export type Heard =
  /** Connected, for the first time or again: what was missed is unknown, so look at everything. */
  | { kind: "ready" }
  /** "Look again" at these. */
  | { kind: "poke"; poke: Poke }
  /** A sign of life every 15 seconds, and the cure for a lost poke. */
  | { kind: "tick" };

type Hear = {
  heard: (what: Heard) => void;
  connected: (connected: boolean) => void;
  /** The server answered, and not with a stream: the session may have ended, or the membership. */
  refused: () => void;
};

const silenceMs = 40_000;
const hiddenMs = 60_000;
const longestPauseMs = 15_000;

/** One connection. `lost` says whether the browser goes on trying by itself. */
function subscribe(
  address: string,
  { heard, lost, refused }: Pick<Hear, "heard" | "refused"> & { lost: (forGood: boolean) => void },
): EventSource {
  const source = new EventSource(address);
  source.addEventListener("ready", () => heard({ kind: "ready" }));
  source.addEventListener("tick", () => heard({ kind: "tick" }));
  source.addEventListener("poke", (event: MessageEvent<string>) => heard({ kind: "poke", poke: Poke.parse(JSON.parse(event.data)) }));
  source.addEventListener("bye", () => lost(true));
  source.addEventListener("error", () => {
    const isRefused = source.readyState === EventSource.CLOSED;
    if (isRefused) refused();
    lost(isRefused);
  });
  return source;
}

/** The pauses are uneven, so that a restarted server is not met by everyone at the same moment. */
const pauseMs = (attempts: number) => Math.min(500 * 2 ** attempts, longestPauseMs) * (0.75 + Math.random() / 2);

/**
 * Listens until the returned function is called. What the browser gives up on, and what has fallen silent without an
 * error, is connected again; a tab that nobody sees gives its connection back, because a browser has only a few for one server.
 */
export function openStream(address: string, hear: Hear): () => void {
  let source: EventSource | undefined;
  let attempts = 0;
  let heardAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function disconnect() {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function heard(what: Heard) {
    heardAt = Date.now();
    if (what.kind === "ready") {
      attempts = 0;
      hear.connected(true);
    }
    hear.heard(what);
  }

  function lost(forGood: boolean) {
    hear.connected(false);
    if (!forGood) return;
    disconnect();
    timer = setTimeout(connect, pauseMs(attempts));
    attempts += 1;
  }

  function connect() {
    disconnect();
    heardAt = Date.now();
    source = subscribe(address, { heard, lost, refused: hear.refused });
  }

  const isSilent = () => Date.now() - heardAt > silenceMs;
  const isOpen = () => source?.readyState === EventSource.OPEN && !isSilent();
  const watch = setInterval(() => source && isSilent() && connect(), 5000);
  const stopWatching = whenSeenAgain({ seen: () => (isOpen() ? hear.heard({ kind: "ready" }) : connect()), unseen: disconnect });
  connect();

  return () => {
    stopWatching();
    clearInterval(watch);
    disconnect();
  };
}

/** Tells when the tab is back on the screen or on the network, and when it has been out of sight for a while. */
function whenSeenAgain({ seen, unseen }: { seen: () => void; unseen: () => void }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const visibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") timer = setTimeout(unseen, hiddenMs);
    else seen();
  };
  window.addEventListener("online", seen);
  document.addEventListener("visibilitychange", visibility);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("online", seen);
    document.removeEventListener("visibilitychange", visibility);
  };
}
