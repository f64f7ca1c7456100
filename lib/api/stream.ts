import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/errors";
import { isDraining } from "@/lib/health";
import { once } from "@/lib/once";
import { listen, listenForGaps, type Poke } from "@/lib/realtime";
import { authenticate } from "./authenticate";
import { cookieOf } from "./cookie";
import { headersFor, refuse } from "./endpoint";
import { fromNode, fromRequest, type Incoming } from "./incoming";
import { toResponse } from "./reply";
import { isStillMember, sessionCookie } from "./session";

const tickMs = 15_000;
const pattern = "/api/w/{workspace}/stream";
const spreadMs = 1_000;
const mostUnread = 256 * 1024;

/** Every open stream of this process, to be told when it stops. */
const house = () => once("streams", () => ({ open: new Set<() => void>() }));

export const openStreams = (): number => house().open.size;

type Opened = { workspaceId: string; isMember: () => Promise<boolean>; headers: Record<string, string> };

async function admit(incoming: Incoming, path: string, headers: Record<string, string>): Promise<Opened> {
  const caller = await authenticate({ access: "session", path: pattern }, incoming, path);
  if (isDraining()) throw new AppError("unavailable", "Beside is stopping. Connect again shortly.", { "retry-after": "1" });
  if (caller.access !== "session") throw new Error("A stream needs a session.");
  const { id } = caller.workspace;
  return {
    workspaceId: id,
    isMember: () => isStillMember(cookieOf(incoming, sessionCookie), id),
    headers: {
      ...headers,
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
      "cache-control": "no-store, no-transform",
    },
  };
}

const text = new TextEncoder();
const framed = (event: string, data: object) => text.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
// A browser that listens with EventSource alone comes back after this, to whichever instance takes it.
const retry = text.encode("retry: 1000\n\n");
const frames = new WeakMap<Poke, Uint8Array>();

/** The same poke goes to every stream of a workspace, so it is written out once. */
function frameOf(what: Poke): Uint8Array {
  const known = frames.get(what) ?? framed("poke", what);
  frames.set(what, known);
  return known;
}

/** Calls `tell` after a gap in what is heard of other instances, at a moment of its own: not every tab looks again at once. */
function afterGaps(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unlisten = listenForGaps(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, Math.random() * spreadMs);
  });
  return () => {
    unlisten();
    clearTimeout(timer);
  };
}

/** Where frames go: a response of the front door, or the stream of a Response. */
type Sink = { write: (frame: Uint8Array) => void; end: () => void };

/**
 * One stream of server-sent events per tab: `ready`, then `poke` whenever something changed and `tick` every 15 seconds,
 * which is the heartbeat and the cure for a lost poke. A tick also finds a session that has ended. `ready` comes again when
 * pokes of other instances may have been missed: what was missed is unknown. Returns how to stop.
 */
function follow({ workspaceId, isMember }: Opened, sink: Sink): () => void {
  let isOver = false;
  // The answer of a tick may come when the tab has gone.
  const say = (event: string) => isOver || sink.write(framed(event, {}));
  const unlisten = listen(workspaceId, (what: Poke) => sink.write(frameOf(what)));
  const tick = setInterval(() => {
    isMember().then(
      (member) => (member ? say("tick") : bye()),
      () => say("tick"),
    );
  }, tickMs);
  const unlistenForGaps = afterGaps(() => say("ready"));
  const stop = () => {
    isOver = true;
    unlisten();
    unlistenForGaps();
    clearInterval(tick);
    house().open.delete(bye);
  };
  const bye = () => {
    if (isOver) return;
    sink.write(retry);
    say("bye");
    stop();
    sink.end();
  };
  house().open.add(bye);
  say("ready");
  return stop;
}

/** As a route of Next answers it. */
export async function stream(request: Request): Promise<Response> {
  const incoming = fromRequest(request);
  const headers = headersFor(incoming);
  try {
    const opened = await admit(incoming, new URL(request.url).pathname, headers);
    // Next asks this for HEAD too, and would neither read nor end the stream.
    if (request.method === "HEAD") return new Response(null, { headers: opened.headers });
    return new Response(bodyOf(opened), { headers: opened.headers });
  } catch (error) {
    return toResponse(refuse(error, headers));
  }
}

function bodyOf(opened: Opened): ReadableStream<Uint8Array> {
  let stop = () => {};
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    stop = follow(opened, {
      write: (frame) => {
        controller.enqueue(frame);
        if ((controller.desiredSize ?? 0) > 0) return;
        stop();
        controller.error(new Error("Nobody reads this stream."));
      },
      end: () => controller.close(),
    });
  };
  return new ReadableStream({ start, cancel: () => stop() }, new ByteLengthQueuingStrategy({ highWaterMark: mostUnread }));
}

/** As the front door answers it: the same frame is written to every socket as it is, with nothing in between. */
export async function listenStream(message: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const incoming = fromNode(message);
  const headers = headersFor(incoming);
  try {
    const opened = await admit(incoming, path, headers);
    if (response.destroyed) return;
    // Without chunks a frame is one piece to write; the stream ends with its connection.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { ...opened.headers, connection: "close" });
    const stop = follow(opened, {
      write: (frame) => {
        if (response.destroyed) return;
        response.write(frame);
        // Who does not read what is written would fill the memory; the browser comes back and looks at everything.
        if (response.writableLength > mostUnread) response.destroy();
      },
      end: () => response.end(),
    });
    response.once("close", stop);
    // A connection that breaks is a tab that has gone: it comes back by itself.
    response.on("error", stop);
  } catch (error) {
    const { status, headers: said, text } = refuse(error, headers);
    response.writeHead(status, { ...said, "content-length": Buffer.byteLength(text) });
    response.end(text);
  }
}

/** Ends every stream, so that the process can stop; the browsers come back by themselves. */
export function closeStreams(): void {
  for (const bye of [...house().open]) bye();
}
