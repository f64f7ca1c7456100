import { authenticate } from "@/lib/http/auth/authenticate";
import { sessionsOfMembers } from "@/lib/http/auth/session";
import { throttle } from "@/lib/kernel/throttle";
import { type ChangeNotification, listen } from "@/lib/platform/notify";
import { followWorkspace } from "@/lib/platform/notify/contract";
import { singleton } from "@/lib/platform/runtime";
import { type Admit, beginEvents, eventStream, framed, type Sink } from "./event-stream";

/** How often a screen is notified to read again what concerns more chats than are named. */
const againMs = 2_000;

type Open = {
  workspaceId: string;
  accountId: string;
  sessionId: string;
  /** Pauses the stream until the returned function is called with whether the session still belongs to a member. */
  hold: () => (isMember: boolean) => void;
};

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The open streams of desks in this process, and how often members or sessions changed anywhere. */
    deskStreams: { open: Set<Open>; changes: number };
  }
}

const streams = () => singleton("deskStreams", () => ({ open: new Set(), changes: 0 }));

/** The members with a tab open in this process, each once. */
export const membersWithTabs = (): { workspaceId: string; accountId: string }[] => [
  ...new Map([...streams().open].map(({ workspaceId, accountId }) => [`${workspaceId} ${accountId}`, { workspaceId, accountId }])).values(),
];

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

type Opened = { workspaceId: string; accountId: string; sessionId: string; changesBefore: number };

const admit: Admit = async (request, path) => {
  const changesBefore = streams().changes;
  const caller = await authenticate(followWorkspace, request, path);
  if (caller.access !== "session") throw new Error("A stream needs a session.");
  const opened = { workspaceId: caller.workspace.id, accountId: caller.account.id, sessionId: caller.sessionId, changesBefore };
  return (sink) => follow(opened, sink);
};

const frames = new WeakMap<ChangeNotification, Uint8Array>();

/** The same notification goes to every stream of a workspace, so it is serialized once. */
function frameOf(what: ChangeNotification): Uint8Array {
  const known = frames.get(what) ?? framed("change", what);
  frames.set(what, known);
  return known;
}

/**
 * One stream of server-sent events per tab: `ready`, then `change` whenever something changed and `tick` every 15 seconds,
 * which is the heartbeat and makes up for a lost notification. What concerns very many chats is a tick of its own, or `ready`. After a
 * change of members or sessions, and with each tick, the stream's own session is checked. After a change nothing is sent until the result is known; notifications that were held back
 * become one `ready`. `ready` is also sent again when notifications of other instances may have been missed, since it is
 * unknown which. Returns a function that stops the stream.
 */
function follow({ workspaceId, accountId, sessionId, changesBefore }: Opened, sink: Sink): () => void {
  let checks = 0;
  let isPaused = false;
  let hasMissed = false;
  const events = beginEvents(sink, { onTick: checkAndTick, onStop: () => stopListening() });
  /** As a tick does it, or as after a gap: both are what screens of every version know. */
  let again: "tick" | "ready" | undefined;
  const sendAgain = throttle(againMs, async () => {
    if (isPaused) hasMissed = true;
    else if (again) events.send(again);
    again = undefined;
  });
  const unlisten = listen(workspaceId, (what: ChangeNotification) => {
    if (isPaused) hasMissed = true;
    else if (what.again === undefined) events.write(frameOf(what));
    else {
      again = what.again === "changed" || again === "ready" ? "ready" : "tick";
      sendAgain();
    }
  });
  /** Only the latest check releases the stream: an earlier one may be outdated. */
  function beginCheck(): (isMember: boolean) => void {
    checks += 1;
    const mine = checks;
    return (isMember) => {
      if (!isMember) events.bye();
      else if (mine === checks) release();
    };
  }
  function release() {
    isPaused = false;
    if (hasMissed) events.send("ready");
    hasMissed = false;
  }
  function checkAndTick() {
    const resolveMembership = beginCheck();
    sessionsOfMembers(workspaceId, [sessionId])
      .then((members) => resolveMembership(members.has(sessionId)))
      .then(
        () => events.send("tick"),
        () => events.send("tick"),
      );
  }
  const hold = () => {
    isPaused = true;
    return beginCheck();
  };
  const own = { workspaceId, accountId, sessionId, hold };
  function stopListening() {
    unlisten();
    streams().open.delete(own);
  }
  streams().open.add(own);
  events.send("ready");
  // Members or sessions may have changed since the admission.
  if (streams().changes !== changesBefore) checkMembers(workspaceId, [own]);
  return events.stop;
}

export const stream = eventStream(followWorkspace, admit);
