import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "@upstash/redis";
import { backoffMs } from "@/lib/kernel/backoff";
import type { RedisConnection } from "./connection";
import { outageLog } from "./outage-log";

const requestMs = 3_000;
const maxPauseMs = 2_000;

type Credentials = { url: string; token: string };
type Handlers = Parameters<RedisConnection["subscribe"]>[1];

/** Upstash: every command is an HTTPS request, and published messages arrive as server-sent events. */
export function upstashTransport({ url, token }: Credentials): RedisConnection {
  const controller = new AbortController();
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
    // The first request opens the connection, before a caller waits for it.
    connected: commands.ping().then(
      () => {},
      () => {},
    ),
    // Each command is a connection of its own, and Upstash keeps what it has.
    endedAt: () => Number.NEGATIVE_INFINITY,
    subscribe: (channel, handlers) => void follow({ url, token }, channel, handlers, controller.signal),
    close: () => controller.abort(),
  };
}

/** Subscribes until the signal is aborted, and reconnects after every disconnection. The package's own subscriber ends silently. */
async function follow(credentials: Credentials, channel: string, handlers: Handlers, signal: AbortSignal): Promise<void> {
  const { away, back } = outageLog({ away: "Upstash cannot be reached for listening", back: "Upstash is back for listening" });
  let attempts = 0;
  const onSubscribed = () => {
    attempts = 0;
    back();
    handlers.onSubscribed();
  };
  while (!signal.aborted) {
    try {
      await listen(credentials, channel, { ...handlers, onSubscribed }, signal);
    } catch (error) {
      if (!signal.aborted) away(error);
    }
    attempts += 1;
    await pause(backoffMs(attempts, { firstMs: 50, maxMs: maxPauseMs }), undefined, { signal, ref: false }).catch(() => {});
  }
}

/** One connection, until it ends. fetch ends a stream that is silent for five minutes. */
async function listen(
  { url, token }: Credentials,
  channel: string,
  { onMessage, onSubscribed }: Handlers,
  signal: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream", "cache-control": "no-cache" };
  const address = `${url.replace(/\/$/, "")}/subscribe/${encodeURIComponent(channel)}`;
  const response = await fetch(address, { method: "POST", headers, signal, cache: "no-store" });
  if (!response.ok || !response.body) throw Object.assign(new Error("refused"), { code: `HTTP ${response.status}` });
  for await (const line of linesOf(response.body)) {
    const [, kind, text = ""] = /^data: (\w+),[^,]*,(.*)$/.exec(line) ?? [];
    if (kind === "subscribe") onSubscribed();
    if (kind === "message") onMessage(text);
  }
}

const maxLine = 1_048_576;

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const text = new TextDecoder();
  let rest = "";
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + text.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxLine) throw Object.assign(new Error("too long"), { code: "LINE_TOO_LONG" });
    yield* lines;
  }
}
