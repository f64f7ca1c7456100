import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { redis } from "@/lib/platform/redis";
import type { Link } from "@/lib/platform/redis/link";
import { singleton } from "@/lib/platform/runtime";
import { Message, type Poke } from "./message";
import { newOutgoing, type Outgoing, outgoing, type Waiting } from "./outgoing";

export type { Poke } from "./message";

const channel = "beside:bus";
const patienceMs = 500;
const malformedLogMs = 60_000;
// Names that every bundle of this module shares, and no workspace has.
const missed = Symbol.for("beside.missed");
const changed = Symbol.for("beside.changed");

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The name of this process among the instances. */
    instance: string;
    /** Whoever listens here is there: an open stream, or what the start began. */
    bus: EventEmitter;
    outgoing: Outgoing;
    malformedMessages: { loggedAt: number; since: number };
  }
}

const self = () => singleton("instance", () => randomUUID());
const bus = () => singleton("bus", () => new EventEmitter().setMaxListeners(0));

const publish = (link: Link, what: Waiting) => link.commands.publish(channel, JSON.stringify({ from: self(), ...what }));
let toOthers: ReturnType<typeof outgoing> | undefined;

/** The way to the other instances; nothing without Redis. */
function others() {
  const link = redis();
  if (link) toOthers ??= outgoing((what) => publish(link, what), singleton("outgoing", newOutgoing));
  return toOthers;
}

/** Here at once, and at the other instances as soon as Redis brings it there. */
export function poke(workspaceId: string, what: Poke): void {
  bus().emit(workspaceId, what);
  others()?.add({ poke: [workspaceId, what] });
}

/** Calls `hear` for every poke of the workspace until the returned function is called. */
export function listen(workspaceId: string, hear: (what: Poke) => void): () => void {
  bus().on(workspaceId, hear);
  return () => bus().off(workspaceId, hear);
}

/** Calls `hear` when pokes of any workspace may have been missed, until the returned function is called. */
export function listenForGaps(hear: () => void): () => void {
  bus().on(missed, hear);
  return () => bus().off(missed, hear);
}

/**
 * Tells all instances that the keys, the plan, the members or their sessions changed in a workspace. Ends when Redis has passed
 * it on, so that who revoked a key or removed a member is answered afterwards; half a second is the longest that anybody waits
 * for a Redis that does not answer.
 */
export const tellChange = (workspaceId: string): Promise<void> => tellChanges([workspaceId]);

export async function tellChanges(workspaceIds: readonly string[]): Promise<void> {
  for (const workspaceId of workspaceIds) {
    bus().emit(changed, workspaceId);
    others()?.add({ changed: workspaceId });
  }
  await told();
}

const told = () => Promise.race([others()?.settled(), pause(patienceMs, undefined, { ref: false })]);

/** Calls `hear` at such a change, here or at another instance; without a name when one may have been missed. */
export function listenForChanges(hear: (workspaceId?: string) => void): void {
  bus().on(changed, hear);
}

/** Listens to the other instances. They need not be there, nor Redis. */
export function join(): void {
  redis()?.subscribe(channel, { heard, joined: lookAtEverything });
}

/** Says what is still to be said, for half a second at the most, and lets go of Redis. */
export async function leave(): Promise<void> {
  await told();
  others()?.stop();
  redis()?.close();
}

function lookAtEverything(): void {
  bus().emit(changed);
  bus().emit(missed);
}

function heard(text: string): void {
  const message = read(text);
  if (!message || message.from === self()) return;
  for (const [workspaceId, what] of message.pokes) bus().emit(workspaceId, what);
  for (const workspaceId of message.changed) bus().emit(changed, workspaceId);
  if (message.missed) lookAtEverything();
}

/** Anybody who reaches Redis can say something here: what is malformed anywhere is dropped as a whole. */
function read(text: string): Message | undefined {
  try {
    return Message.parse(JSON.parse(text));
  } catch {
    malformed(text);
    return undefined;
  }
}

/** Each is counted; the log hears of them once a minute at the most, because whoever sends one may send many. */
function malformed(text: string): void {
  metrics.busMessageDropped();
  const state = singleton("malformedMessages", () => ({ loggedAt: Number.NEGATIVE_INFINITY, since: 0 }));
  state.since += 1;
  if (performance.now() - state.loggedAt < malformedLogMs) return;
  const line = "a message on the channel between instances is malformed; it is dropped";
  log.warn({ channel, bytes: text.length, dropped: state.since }, line);
  Object.assign(state, { loggedAt: performance.now(), since: 0 });
}
