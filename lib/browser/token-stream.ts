import { backoffMs } from "@/lib/kernel/backoff";
import { connectMs, maxSilenceMs } from "./silence";

type Handlers = {
  /** Something may have changed: fetch what is new. */
  onChange: () => void;
  onConnected: (isConnected: boolean) => void;
  /** The server answers, but without a stream. */
  onRefused: (status: number) => void;
};
type Options = Handlers & { address: string; token: string };

const hiddenMs = 60_000;
const hiddenPollMs = 45_000;

type Heard = { name: string; data: string };

/** The events of a stream, one by one; ends with the connection. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Heard> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const frames = (rest + value).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const [, name, data = ""] = /^event: (\w+)$(?:\ndata: (.*)$)?/m.exec(frame) ?? [];
      if (name) yield { name, data };
    }
  }
}

/**
 * A stream that needs a token, read by fetch because an EventSource sends none. It reconnects when the connection ends, when an attempt
 * hangs, and when the stream is silent without an error. A page that was away (hidden, asleep, offline) first fetches what it missed,
 * then connects. A hidden tab gives up its connection, because a browser allows only a few per server, and asks from time to time
 * instead. Returns the function that ends it.
 */
export function openTokenStream({ address, token, onChange, onConnected, onRefused }: Options): () => void {
  let connection: AbortController | undefined;
  let attempts = 0;
  let silenceMs = connectMs;
  let deadAt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let hide: ReturnType<typeof setTimeout> | undefined;
  const isHidden = () => document.visibilityState === "hidden";

  function disconnect(): void {
    clearTimeout(retry);
    clearTimeout(deadline);
    connection?.abort();
    connection = undefined;
  }

  /** Without anything until then the connection is dead, or the attempt hangs. */
  function waitFor(ms: number): void {
    clearTimeout(deadline);
    deadline = setTimeout(reconnect, ms);
    deadAt = Date.now() + ms;
  }

  function reconnect(): void {
    disconnect();
    onConnected(false);
    retry = setTimeout(connect, backoffMs(attempts, { firstMs: 500, maxMs: 15_000 }));
    attempts += 1;
  }

  function onEvent({ name, data }: Heard): void {
    if (name === "ready") {
      attempts = 0;
      silenceMs = maxSilenceMs(data);
      onConnected(true);
    }
    waitFor(silenceMs);
    if (name === "ready" || name === "change") onChange();
  }

  /** Reads until the connection ends. */
  async function listen(signal: AbortSignal): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    const response = await fetch(address, { headers, signal, cache: "no-store", credentials: "omit" });
    if (!response.ok || !response.body) return onRefused(response.status);
    for await (const heard of eventsOf(response.body)) {
      if (signal.aborted || heard.name === "bye") return;
      onEvent(heard);
    }
  }

  function connect(): void {
    disconnect();
    const own = new AbortController();
    connection = own;
    const ended = () => {
      if (!own.signal.aborted) reconnect();
    };
    listen(own.signal).then(ended, ended);
    waitFor(connectMs);
  }

  function wake(): void {
    clearTimeout(hide);
    onChange();
    if (!connection || attempts > 0 || Date.now() >= deadAt) connect();
  }
  function changeVisibility(): void {
    if (!isHidden()) wake();
    else hide = setTimeout(disconnect, hiddenMs);
  }

  const poll = setInterval(() => !connection && isHidden() && onChange(), hiddenPollMs);
  const stopListening = new AbortController();
  const { signal } = stopListening;
  document.addEventListener("visibilitychange", changeVisibility, { signal });
  window.addEventListener("pageshow", wake, { signal });
  window.addEventListener("online", wake, { signal });
  connect();

  return () => {
    stopListening.abort();
    clearInterval(poll);
    clearTimeout(hide);
    disconnect();
  };
}
