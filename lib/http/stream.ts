import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/kernel/errors";
import { isDraining } from "@/lib/platform/health";
import { listen, listenForGaps, type Poke } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { authenticate } from "./authenticate";
import { headersFor, refuse } from "./endpoint";
import { fromNode, fromRequest, type Incoming } from "./request";
import { toResponse } from "./response";
import { sessionsOfMembers } from "./session";

const tickMs = 15_000;
const pattern = "/api/w/{workspace}/stream";
const spreadMs = 1_000;
const mostUnread = 256 * 1024;

type Open = {
  workspaceId: string;
  sessionId: string;
  bye: () => void;
  /** Says nothing more until it is known whether the session is still a member's: that is what the returned function is for. */
  hold: () => (isMember: boolean) => void;
};

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Every open stream of this process, to be told when it stops; and how often members or sessions changed anywhere. */
    streams: { open: Set<Open>; changes: number };
  }
}

const streams = () => singleton("streams", () => ({ open: new Set(), changes: 0 }));

export const openStreams = (): number => streams().open.size;

/** Members or sessions of a workspace changed, or of any: its streams are held until their sessions are looked up, together. */
export function lookAgain(workspaceId?: string): void {
  streams().changes += 1;
  const found = [...streams().open].filter((one) => workspaceId === undefined || one.workspaceId === workspaceId);
  for (const id of new Set(found.map((one) => one.workspaceId)))
    look(
      id,
      found.filter((one) => one.workspaceId === id),
    );
}

/** What a database that does not answer now leaves open is asked again with the next tick. */
function look(workspaceId: string, streams: readonly Open[]): void {
  const held = streams.map(({ sessionId, hold }) => ({ sessionId, settle: hold() }));
  const ids = [...new Set(held.map(({ sessionId }) => sessionId))];
  sessionsOfMembers(workspaceId, ids).then(
    (members) => {
      for (const { sessionId, settle } of held) settle(members.has(sessionId));
    },
    () => undefined,
  );
}

type Opened = { workspaceId: string; sessionId: string; changesBefore: number; headers: Record<string, string> };

async function admit(incoming: Incoming, path: string, headers: Record<string, string>): Promise<Opened> {
  const changesBefore = streams().changes;
  const caller = await authenticate({ access: "session", path: pattern }, incoming, path);
  if (isDraining()) throw new AppError("unavailable", "Beside is stopping. Connect again shortly.", { "retry-after": "1" });
  if (caller.access !== "session") throw new Error("A stream needs a session.");
  return {
    workspaceId: caller.workspace.id,
    sessionId: caller.sessionId,
    changesBefore,
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
 * which is the heartbeat and the cure for a lost poke. When a member or a session changed, and with each tick, the stream's own
 * is looked up; until that is known nothing goes out, and what came up meanwhile is told as one `ready`. `ready` comes again,
 * too, when pokes of other instances may have been missed: what was missed is unknown. Returns how to stop.
 */
function follow({ workspaceId, sessionId, changesBefore }: Opened, sink: Sink): () => void {
  let isOver = false;
  let looks = 0;
  let isHeld = false;
  let hasMissed = false;
  // The answer of a look may come when the tab has gone.
  const say = (event: string) => isOver || sink.write(framed(event, {}));
  const unlisten = listen(workspaceId, (what: Poke) => {
    if (isHeld) hasMissed = true;
    else sink.write(frameOf(what));
  });
  /** A later look may know better than one that is answered now. */
  function begun(): (isMember: boolean) => void {
    looks += 1;
    const mine = looks;
    return (isMember) => {
      if (!isMember) bye();
      else if (mine === looks) release();
    };
  }
  function release() {
    isHeld = false;
    if (hasMissed) say("ready");
    hasMissed = false;
  }
  const hold = () => {
    isHeld = true;
    return begun();
  };
  const tick = setInterval(() => {
    const settle = begun();
    sessionsOfMembers(workspaceId, [sessionId])
      .then((members) => settle(members.has(sessionId)))
      .then(
        () => say("tick"),
        () => say("tick"),
      );
  }, tickMs);
  const unlistenForGaps = afterGaps(() => say("ready"));
  const stop = () => {
    isOver = true;
    unlisten();
    unlistenForGaps();
    clearInterval(tick);
    streams().open.delete(own);
  };
  const bye = () => {
    if (isOver) return;
    sink.write(retry);
    say("bye");
    stop();
    sink.end();
  };
  const own = { workspaceId, sessionId, bye, hold };
  streams().open.add(own);
  say("ready");
  // Between the admission and here something may have changed.
  if (streams().changes !== changesBefore) look(workspaceId, [own]);
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
  for (const { bye } of [...streams().open]) bye();
}
