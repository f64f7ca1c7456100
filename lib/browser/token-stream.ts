import { keepConnected, type Reports } from "./connection";

type Handlers = {
  /** Something may have changed: fetch what is new. */
  onChange: () => void;
  onConnected: (isConnected: boolean) => void;
  /** The server answers, but without a stream. */
  onRefused: (status: number) => void;
};
type Options = Handlers & { address: string; token: string };

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
 * A stream that needs a token, read by fetch because an EventSource sends none. A page that was away (hidden, asleep, offline) fetches what
 * it missed before it connects. A hidden tab gives up its connection, and asks from time to time instead. Returns the function that ends it.
 */
export function openTokenStream({ address, token, onChange, onConnected, onRefused }: Options): () => void {
  /** Reads until the connection ends. */
  async function listen(signal: AbortSignal, onHeard: Reports["onHeard"]): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    const response = await fetch(address, { headers, signal, cache: "no-store", credentials: "omit" });
    if (!response.ok || !response.body) return onRefused(response.status);
    for await (const { name, data } of eventsOf(response.body)) {
      if (signal.aborted || name === "bye") return;
      onHeard(name === "ready" ? data : undefined);
      if (name === "ready" || name === "change") onChange();
    }
  }

  function open({ onHeard, onLost }: Reports) {
    const own = new AbortController();
    const ended = () => {
      if (!own.signal.aborted) onLost();
    };
    listen(own.signal, onHeard).then(ended, ended);
    return () => own.abort();
  }

  const connection = keepConnected({ open, onConnected, onBack: onChange });
  // A page that comes back from the browser's cache was not hidden in every browser.
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && connection.wake();
  window.addEventListener("pageshow", onPageShow);
  const poll = setInterval(() => !connection.isOn() && document.visibilityState === "hidden" && onChange(), hiddenPollMs);
  return () => {
    clearInterval(poll);
    window.removeEventListener("pageshow", onPageShow);
    connection.end();
  };
}
