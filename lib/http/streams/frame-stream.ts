import * as helpdesks from "@/lib/desk/helpdesks";
import { FrameSubject, followFrame } from "@/lib/desk/helpdesks/contract";
import { authenticate } from "@/lib/http/auth/authenticate";
import { sessionsOfMembers } from "@/lib/http/auth/session";
import type { FrameCaller } from "@/lib/http/frame";
import { counter } from "@/lib/http/limits/counter";
import { errorMessage } from "@/lib/kernel/error-message";
import { AppError } from "@/lib/kernel/errors";
import { currentTime } from "@/lib/platform/db/clock";
import { type ChangeNotification, listen } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { type Admit, beginEvents, eventStream, type Sink } from "./event-stream";

/** Frames that are open at the same time, at this process: each one looks for its person after a change. */
const [maxOfViewer, maxOfWorkspace] = [50, 1_000];

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** How many streams a viewer, and a workspace, has open in this process. */
    frameStreams: Map<string, number>;
  }
}

const streams = counter(() => singleton("frameStreams", () => new Map()));

/** The names under which a stream is counted: those of a backend's tokens for one person together. */
const countedAs = ({ workspace, viewer, sessionId }: FrameCaller) => ({
  ofViewer: `${workspace.id} ${viewer.kind === "token" ? JSON.stringify(viewer.subject) : sessionId}`,
  ofWorkspace: workspace.id,
});

const admit: Admit = async (request, path) => {
  const caller = await authenticate(followFrame, request, path);
  if (caller.access !== "embed") throw new Error("A frame's stream needs a frame's token.");
  const parsed = FrameSubject.safeParse(Object.fromEntries(new URL(request.url, "http://beside").searchParams));
  if (!parsed.success) throw new AppError("invalid_request", errorMessage(parsed.error));
  const { ofViewer, ofWorkspace } = countedAs(caller);
  if (streams.of(ofViewer) >= maxOfViewer || streams.of(ofWorkspace) >= maxOfWorkspace)
    throw new AppError("rate_limited", "Too many of these views are open. Close some.", { "retry-after": "60" });
  return (sink) => follow(caller, parsed.data, sink);
};

/** Whether the frame may go on: its session, or the lifetime of a backend's token. */
async function isAllowed({ workspace, viewer, sessionId }: FrameCaller): Promise<boolean> {
  if (viewer.kind === "token") return viewer.expiresAt.getTime() > currentTime().getTime();
  return sessionId !== null && (await sessionsOfMembers(workspace.id, [sessionId])).has(sessionId);
}

/**
 * One stream per frame: `ready`, then `change` whenever the person in the frame may have changed, and `tick` every 15 seconds. It says
 * nothing else: not what changed, nor anything about others. What changed is fetched, and the token is checked then.
 */
function follow(caller: FrameCaller, subject: FrameSubject, sink: Sink): () => void {
  const { workspace, viewer } = caller;
  let own: helpdesks.Watched | undefined;
  let isFinding = false;
  let missed: ChangeNotification[] = [];
  let stopWaiting = () => {};
  let isOver = false;

  /** The people of the contact may have changed, too. What arrives meanwhile is judged afterwards. */
  async function find(): Promise<void> {
    if (isFinding) return;
    isFinding = true;
    try {
      own = await helpdesks.watched(workspace.id, viewer, subject);
    } finally {
      isFinding = false;
    }
    const waiting = missed;
    missed = [];
    stopWaiting();
    if (isOver) return;
    if ("unknown" in own) stopWaiting = helpdesks.waitUntilKnown(workspace.id, { subject: own.unknown, wake }, waiting);
    else if (waiting.some((what) => helpdesks.concerns(own, what))) sendAndFind("change");
  }
  function wake(): void {
    sendAndFind("change");
  }
  function sendAndFind(event: "ready" | "change"): void {
    events.send(event);
    // Without the database nothing changes; the next notification tries again.
    find().catch(() => undefined);
  }
  function onChange(what: ChangeNotification): void {
    if (isFinding) missed.push(what);
    else if (helpdesks.concerns(own, what)) sendAndFind("change");
  }
  function checkAndTick(): void {
    isAllowed(caller).then(
      (isOn) => (isOn ? events.send("tick") : events.bye()),
      () => events.send("tick"),
    );
  }
  const counted = Object.values(countedAs(caller));
  const unlisten = listen(workspace.id, onChange);
  const onStop = () => {
    isOver = true;
    unlisten();
    stopWaiting();
    streams.add(counted, -1);
  };
  const events = beginEvents(sink, { onTick: checkAndTick, onStop });
  streams.add(counted, 1);
  sendAndFind("ready");
  return events.stop;
}

export const frameStream = eventStream(followFrame, admit);
