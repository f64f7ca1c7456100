import type { IncomingMessage, ServerResponse } from "node:http";
import { errorResponse, headersFor } from "@/lib/http/endpoint";
import { type ApiRequest, fromNode, fromRequest } from "@/lib/http/request";
import { toResponse } from "@/lib/http/response";
import type { Contract } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { inOpenRequest } from "@/lib/platform/db/on-behalf";
import { isDraining } from "@/lib/platform/health";
import { listenForGaps } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { pingMs, pingRegularly } from "./pings";

const tickMs = 15_000;
const spreadMs = 1_000;
const maxUnreadBytes = 256 * 1024;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Every open stream of this process, of desks and of visitors, to be closed when it stops. */
    streams: Set<{ bye: () => void }>;
  }
}

const streams = () => singleton("streams", () => new Set());

export const openStreams = (): number => streams().size;

/** Ends every stream, so that the process can stop; the browsers reconnect by themselves. */
export function closeStreams(): void {
  for (const { bye } of [...streams()]) bye();
}

const text = new TextEncoder();
export const framed = (event: string, data: object): Uint8Array => text.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
// A browser with a plain EventSource reconnects after this time, to any instance.
const retry = text.encode("retry: 1000\n\n");
/** A browser does not see comments, so this is an event. */
const ping = framed("ping", {});
const dataOf = { ready: { pingMs }, change: {}, tick: {}, bye: {} };

/** Where frames are written: a response of node:http, or the stream of a Response. */
export type Sink = { write: (frame: Uint8Array) => void; end: () => void };

/** Begins to write into a sink; the returned function stops it. */
type Follow = (sink: Sink) => () => void;

/**
 * What every stream does: `ready` after a gap in the notifications, a `ping` every five seconds that costs no statement, a tick every
 * 15 seconds, and `bye` at its end.
 */
type Events = {
  send: (event: "ready" | "change" | "tick") => void;
  /** Writes a frame that was made before. */
  write: (frame: Uint8Array) => void;
  bye: () => void;
  stop: () => void;
};

type Hooks = {
  /** Sends the tick, after checking what the stream depends on. */
  onTick: () => void;
  /** Called once, however the stream ends. */
  onStop: () => void;
  /** Notifications may have been missed; `ready` says so. */
  onGap?: () => void;
};

export function beginEvents(sink: Sink, { onTick, onStop, onGap }: Hooks): Events {
  let isOver = false;
  // The result of a check may arrive after the tab has disconnected.
  const write = (frame: Uint8Array) => {
    if (!isOver) sink.write(frame);
  };
  const send = (event: keyof typeof dataOf) => write(framed(event, dataOf[event]));
  const tick = setInterval(onTick, tickMs);
  const stopPings = pingRegularly(() => write(ping));
  const unlistenForGaps = afterGaps(onGap ?? (() => send("ready")));
  const stop = () => {
    if (isOver) return;
    isOver = true;
    unlistenForGaps();
    clearInterval(tick);
    stopPings();
    streams().delete(own);
    onStop();
  };
  const bye = () => {
    if (isOver) return;
    write(retry);
    send("bye");
    stop();
    sink.end();
  };
  const own = { bye };
  streams().add(own);
  return { send, write, bye, stop };
}

/** Calls `onGap` after a gap in the notifications of other instances, at a random time, so that tabs do not all refetch at once. */
function afterGaps(onGap: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unlisten = listenForGaps(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onGap();
    }, Math.random() * spreadMs);
  });
  return () => {
    unlisten();
    clearTimeout(timer);
  };
}

/** Identifies the caller and prepares the stream. */
export type Admit = (request: ApiRequest, path: string) => Promise<Follow>;
type Headers = Record<string, string>;

async function admitTo(
  admit: Admit,
  at: { request: ApiRequest; path: string; headers: Headers },
): Promise<{ follow: Follow; headers: Headers }> {
  const follow = await admit(at.request, at.path);
  if (isDraining()) throw new AppError("unavailable", "Beside is stopping. Connect again shortly.", { "retry-after": "1" });
  const headers = {
    ...at.headers,
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
    "cache-control": "no-store, no-transform",
  };
  return { follow, headers };
}

/** A stream as a route of Next; `handle` is the same over node:http, where a frame is written to every socket unchanged. */
export const eventStream = (contract: Contract, admit: Admit) =>
  Object.assign((sent: Request) => inOpenRequest(() => openRoute(admit, sent)), {
    contract,
    handle: (message: IncomingMessage, response: ServerResponse, path: string) =>
      inOpenRequest(() => openStream(admit, { message, response, path })),
  });

async function openRoute(admit: Admit, sent: Request): Promise<Response> {
  const request = fromRequest(sent);
  const headers = headersFor(request);
  try {
    const opened = await admitTo(admit, { request, path: new URL(sent.url).pathname, headers });
    // Next calls this for HEAD too, and would neither read nor end the stream.
    if (request.method === "HEAD") return new Response(null, { headers: opened.headers });
    return new Response(bodyOf(opened.follow), { headers: opened.headers });
  } catch (error) {
    return toResponse(errorResponse(error, headers));
  }
}

function bodyOf(follow: Follow): ReadableStream<Uint8Array> {
  let stop = () => {};
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    stop = follow({
      write: (frame) => {
        controller.enqueue(frame);
        if ((controller.desiredSize ?? 0) > 0) return;
        stop();
        controller.error(new Error("Nobody reads this stream."));
      },
      end: () => controller.close(),
    });
  };
  return new ReadableStream({ start, cancel: () => stop() }, new ByteLengthQueuingStrategy({ highWaterMark: maxUnreadBytes }));
}

type Opening = { message: IncomingMessage; response: ServerResponse; path: string };

async function openStream(admit: Admit, { message, response, path }: Opening): Promise<void> {
  const request = fromNode(message);
  const headers = headersFor(request);
  try {
    const opened = await admitTo(admit, { request, path, headers });
    if (response.destroyed) return;
    // Without chunked encoding a frame is a single write; the stream ends with its connection.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { ...opened.headers, connection: "close" });
    const stop = opened.follow({
      write: (frame) => {
        if (response.destroyed) return;
        response.write(frame);
        // A client that does not read would fill the memory; its browser reconnects and refetches everything.
        if (response.writableLength > maxUnreadBytes) response.destroy();
      },
      end: () => response.end(),
    });
    response.once("close", stop);
    // A broken connection is a disconnected tab, which reconnects by itself.
    response.on("error", stop);
  } catch (error) {
    const { status, headers: errorHeaders, text } = errorResponse(error, headers);
    response.writeHead(status, { ...errorHeaders, "content-length": Buffer.byteLength(text) });
    response.end(text);
  }
}
