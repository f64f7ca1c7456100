import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "@upstash/redis";
import type { Link } from "./link";
import { outage } from "./outage";

const requestMs = 3_000;
const longestPauseMs = 2_000;

type Place = { url: string; token: string };
type Ears = Parameters<Link["subscribe"]>[1];

/** Upstash: every command is an HTTPS request, and what is published comes as server-sent events. */
export function overRest({ url, token }: Place): Link {
  const over = new AbortController();
  const commands = new Redis({
    url,
    token,
    retry: { retries: 0 },
    responseEncoding: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(requestMs),
  });
  return {
    commands,
    // The first request opens the connection: better before somebody waits for it.
    reached: commands.ping().then(
      () => {},
      () => {},
    ),
    subscribe: (channel, ears) => void follow({ url, token }, channel, ears, over.signal),
    close: () => over.abort(),
  };
}

/** Listens until `over`, connecting again after every end. The package's own subscriber ends without a word. */
async function follow(place: Place, channel: string, ears: Ears, over: AbortSignal): Promise<void> {
  const { away, back } = outage({ away: "Upstash cannot be reached for listening", back: "Upstash is back for listening" });
  let attempts = 0;
  const joined = () => {
    attempts = 0;
    back();
    ears.joined();
  };
  while (!over.aborted) {
    try {
      await listen(place, channel, { ...ears, joined }, over);
    } catch (error) {
      if (!over.aborted) away(error);
    }
    attempts += 1;
    const pauseMs = Math.min(50 * 2 ** attempts, longestPauseMs) * (0.75 + Math.random() / 2);
    await pause(pauseMs, undefined, { signal: over, ref: false }).catch(() => {});
  }
}

/** One connection, to its end. A stream that says nothing for five minutes is ended by fetch. */
async function listen({ url, token }: Place, channel: string, { heard, joined }: Ears, over: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream", "cache-control": "no-cache" };
  const address = `${url.replace(/\/$/, "")}/subscribe/${encodeURIComponent(channel)}`;
  const response = await fetch(address, { method: "POST", headers, signal: over, cache: "no-store" });
  if (!response.ok || !response.body) throw Object.assign(new Error("refused"), { code: `HTTP ${response.status}` });
  for await (const line of linesOf(response.body)) {
    const [, kind, text = ""] = /^data: (\w+),[^,]*,(.*)$/.exec(line) ?? [];
    if (kind === "subscribe") joined();
    if (kind === "message") heard(text);
  }
}

const longestLine = 1_048_576;

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const text = new TextDecoder();
  let rest = "";
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + text.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) throw Object.assign(new Error("too long"), { code: "LINE_TOO_LONG" });
    yield* lines;
  }
}
