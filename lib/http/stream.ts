import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/kernel/errors";
import { isDraining } from "@/lib/platform/health";
import { type ChangeNotification, listen, listenForGaps } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { authenticate } from "./authenticate";
import { errorResponse, headersFor } from "./endpoint";
import { type ApiRequest, fromNode, fromRequest } from "./request";
import { toResponse } from "./response";
import { sessionsOfMembers } from "./session";

const tickMs = 15_000;
const pattern = "/api/w/{workspace}/stream";
const spreadMs = 1_000;
const maxUnreadBytes = 256 * 1024;

type Open = {
  workspaceId: string;
  sessionId: string;
  bye: () => void;
  /** Pauses the stream until the returned function is called with whether the session still belongs to a member. */
  hold: () => (isMember: boolean) => void;
};

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Every open stream of this process, to be closed when it stops; and how often members or sessions changed anywhere. */
    streams: { open: Set<Open>; changes: number };
  }
}

const streams = () => singleton("streams", () => ({ open: new Set(), changes: 0 }));

export const openStreams = (): number => streams().open.size;

/** Members or sessions of a workspace (or of any) changed: its streams pause until their sessions are checked in one query. */
export function checkStreams(workspaceId?: string): void {
  streams().changes += 1;
  const found = [...streams().open].filter((one) => workspaceId === undefined || one.workspaceId === workspaceId);
  for (const id of new Set(found.map((one) => one.workspaceId)))
    checkMembers(
      id,
      found.filter((one) => one.workspaceId === id),
    );
}

/** If the query fails, the next tick checks again. */
function checkMembers(workspaceId: string, streams: readonly Open[]): void {
  const held = streams.map(({ sessionId, hold }) => ({ sessionId, resolveMembership: hold() }));
  const ids = [...new Set(held.map(({ sessionId }) => sessionId))];
  sessionsOfMembers(workspaceId, ids).then(
    (members) => {
      for (const { sessionId, resolveMembership } of held) resolveMembership(members.has(sessionId));
    },
    () => undefined,
  );
}

type Opened = { workspaceId: string; sessionId: string; changesBefore: number; headers: Record<string, string> };

async function admit(request: ApiRequest, path: string, headers: Record<string, string>): Promise<Opened> {
  const changesBefore = streams().changes;
  const caller = await authenticate({ access: "session", path: pattern }, request, path);
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
// A browser with a plain EventSource reconnects after this time, to any instance.
const retry = text.encode("retry: 1000\n\n");
const frames = new WeakMap<ChangeNotification, Uint8Array>();

/** The same notification goes to every stream of a workspace, so it is serialized once. */
function frameOf(what: ChangeNotification): Uint8Array {
  const known = frames.get(what) ?? framed("change", what);
  frames.set(what, known);
  return known;
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

/** Where frames are written: a response of node:http, or the stream of a Response. */
type Sink = { write: (frame: Uint8Array) => void; end: () => void };

/**
 * One stream of server-sent events per tab: `ready`, then `change` whenever something changed and `tick` every 15 seconds,
 * which is the heartbeat and makes up for a lost notification. After a change of members or sessions, and with each tick, the
 * stream's own session is checked. After a change nothing is sent until the result is known; notifications that were held back
 * become one `ready`. `ready` is also sent again when notifications of other instances may have been missed, since it is
 * unknown which. Returns a function that stops the stream.
 */
function follow({ workspaceId, sessionId, changesBefore }: Opened, sink: Sink): () => void {
  let isOver = false;
  let checks = 0;
  let isPaused = false;
  let hasMissed = false;
  // The result of a check may arrive after the tab has disconnected.
  const send = (event: string) => isOver || sink.write(framed(event, {}));
  const unlisten = listen(workspaceId, (what: ChangeNotification) => {
    if (isPaused) hasMissed = true;
    else sink.write(frameOf(what));
  });
  /** Only the latest check releases the stream: an earlier one may be outdated. */
  function beginCheck(): (isMember: boolean) => void {
    checks += 1;
    const mine = checks;
    return (isMember) => {
      if (!isMember) bye();
      else if (mine === checks) release();
    };
  }
  function release() {
    isPaused = false;
    if (hasMissed) send("ready");
    hasMissed = false;
  }
  const hold = () => {
    isPaused = true;
    return beginCheck();
  };
  const tick = setInterval(() => {
    const resolveMembership = beginCheck();
    sessionsOfMembers(workspaceId, [sessionId])
      .then((members) => resolveMembership(members.has(sessionId)))
      .then(
        () => send("tick"),
        () => send("tick"),
      );
  }, tickMs);
  const unlistenForGaps = afterGaps(() => send("ready"));
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
    send("bye");
    stop();
    sink.end();
  };
  const own = { workspaceId, sessionId, bye, hold };
  streams().open.add(own);
  send("ready");
  // Members or sessions may have changed since the admission.
  if (streams().changes !== changesBefore) checkMembers(workspaceId, [own]);
  return stop;
}

/** The stream as a route of Next. */
export async function stream(sent: Request): Promise<Response> {
  const request = fromRequest(sent);
  const headers = headersFor(request);
  try {
    const opened = await admit(request, new URL(sent.url).pathname, headers);
    // Next calls this for HEAD too, and would neither read nor end the stream.
    if (request.method === "HEAD") return new Response(null, { headers: opened.headers });
    return new Response(bodyOf(opened), { headers: opened.headers });
  } catch (error) {
    return toResponse(errorResponse(error, headers));
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
  return new ReadableStream({ start, cancel: () => stop() }, new ByteLengthQueuingStrategy({ highWaterMark: maxUnreadBytes }));
}

/** The stream over node:http, for server.mjs: the same frame is written to every socket unchanged. */
export async function handleNodeStream(message: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const request = fromNode(message);
  const headers = headersFor(request);
  try {
    const opened = await admit(request, path, headers);
    if (response.destroyed) return;
    // Without chunked encoding a frame is a single write; the stream ends with its connection.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { ...opened.headers, connection: "close" });
    const stop = follow(opened, {
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

/** Ends every stream, so that the process can stop; the browsers reconnect by themselves. */
export function closeStreams(): void {
  for (const { bye } of [...streams().open]) bye();
}
