import { backoffMs } from "@/lib/kernel/backoff";

type Handlers = {
  /** Something may have changed: fetch what is new. */
  onChange: () => void;
  onConnected: (isConnected: boolean) => void;
  /** The server answers, but without a stream. */
  onRefused: (status: number) => void;
};
type Options = Handlers & { address: string; token: string };

const silenceMs = 40_000;
const hiddenMs = 60_000;
const hiddenPollMs = 45_000;

/** The names of the events of a stream, one by one; ends with the connection. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const frames = (rest + value).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const name = /^event: (\w+)$/m.exec(frame)?.[1];
      if (name) yield name;
    }
  }
}

/**
 * A stream that needs a token, read by fetch because an EventSource sends none. A page that was away (hidden, asleep, offline) first
 * fetches what it missed, then connects. A hidden tab gives up its connection, because a browser allows only a few per server, and
 * asks from time to time instead. Returns the function that ends it.
 */
export function openTokenStream({ address, token, onChange, onConnected, onRefused }: Options): () => void {
  let connection: AbortController | undefined;
  let attempts = 0;
  let heardAt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hide: ReturnType<typeof setTimeout> | undefined;
  const isHidden = () => document.visibilityState === "hidden";

  function disconnect(): void {
    clearTimeout(retry);
    connection?.abort();
    connection = undefined;
  }

  function onEvent(name: string): void {
    heardAt = Date.now();
    if (name === "ready") {
      attempts = 0;
      onConnected(true);
    }
    if (name === "ready" || name === "change") onChange();
  }

  /** Reads until the connection ends. */
  async function listen(signal: AbortSignal): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    const response = await fetch(address, { headers, signal, cache: "no-store", credentials: "omit" });
    if (!response.ok || !response.body) return onRefused(response.status);
    for await (const name of eventsOf(response.body)) {
      if (signal.aborted || name === "bye") return;
      onEvent(name);
    }
  }

  function connect(): void {
    disconnect();
    heardAt = Date.now();
    const own = new AbortController();
    connection = own;
    const ended = () => {
      if (own.signal.aborted) return;
      onConnected(false);
      retry = setTimeout(connect, backoffMs(attempts, { firstMs: 500, maxMs: 15_000 }));
      attempts += 1;
    };
    listen(own.signal).then(ended, ended);
  }

  function wake(): void {
    clearTimeout(hide);
    onChange();
    const isSilent = Date.now() - heardAt > silenceMs;
    if (!connection || isSilent || attempts > 0) connect();
  }
  function changeVisibility(): void {
    if (!isHidden()) wake();
    else hide = setTimeout(disconnect, hiddenMs);
  }

  const watch = setInterval(() => connection && Date.now() - heardAt > silenceMs && connect(), 5_000);
  const poll = setInterval(() => !connection && isHidden() && onChange(), hiddenPollMs);
  const stopListening = new AbortController();
  const { signal } = stopListening;
  document.addEventListener("visibilitychange", changeVisibility, { signal });
  window.addEventListener("pageshow", wake, { signal });
  window.addEventListener("online", wake, { signal });
  connect();

  return () => {
    stopListening.abort();
    clearInterval(watch);
    clearInterval(poll);
    clearTimeout(hide);
    disconnect();
  };
}
