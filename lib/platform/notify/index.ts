import { AsyncResource } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { redis } from "@/lib/platform/redis";
import type { RedisConnection } from "@/lib/platform/redis/connection";
import { singleton } from "@/lib/platform/runtime";
import { decryptAdded, encryptAdded, withAdded } from "./added";
import { withoutNames } from "./again";
import { type Added, type ChangeNotification, type Hint, Message } from "./message";
import { newOutgoing, type Outgoing, outgoing, type Waiting } from "./outgoing";

export type { Added, ChangeNotification } from "./message";

const channel = "beside:bus";
const timeoutMs = 500;
const malformedLogMs = 60_000;
// Event names that every bundle of this module shares, and that differ from any workspace id.
const missed = Symbol.for("beside.missed");
const changed = Symbol.for("beside.changed");
const own = Symbol.for("beside.own");
const hints = { resting: Symbol.for("beside.resting"), subscribed: Symbol.for("beside.subscribed") } as const;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The id of this process among the instances. */
    instance: string;
    /** The listeners in this process: its open streams, and those that were added at the start. */
    bus: EventEmitter;
    outgoing: Outgoing;
    malformedMessages: { loggedAt: number; since: number };
  }
}

const self = () => singleton("instance", () => randomUUID());
const bus = () => singleton("bus", () => new EventEmitter().setMaxListeners(0));

const publish = (connection: RedisConnection, what: Waiting) =>
  connection.commands.publish(channel, JSON.stringify({ from: self(), ...what }));
let toOthers: ReturnType<typeof outgoing> | undefined;

/** Sends to the other instances; undefined without Redis. */
function others() {
  const connection = redis();
  if (connection) toOthers ??= outgoing((what) => publish(connection, what), singleton("outgoing", newOutgoing));
  return toOthers;
}

/**
 * Notifies this process at once, and the other instances as soon as Redis delivers it. `added` makes the new items of the chats; it is
 * called only if somebody may listen. What this process does with all that changed in it (`listenForOwn`) gets every name.
 */
export function notify(workspaceId: string, what: ChangeNotification, added?: () => readonly Added[]): void {
  const toBus = others();
  const isHeard = toBus !== undefined || bus().listenerCount(workspaceId) > 0;
  const whole = added && isHeard ? withAdded(what, added()) : what;
  const sent = withoutNames(whole);
  bus().emit(workspaceId, sent);
  bus().emit(own, workspaceId, whole);
  toBus?.add({ notification: [workspaceId, encryptAdded(workspaceId, sent)] });
}

/**
 * Calls `onChange` for every notification of the workspace until the returned function is called. It runs as what called `listen`, so that
 * what it reads waits among the statements of its own workspace.
 */
export function listen(workspaceId: string, onChange: (what: ChangeNotification) => void): () => void {
  const bound = AsyncResource.bind(onChange);
  bus().on(workspaceId, bound);
  return () => bus().off(workspaceId, bound);
}

/** Calls `onChange` for what changes in this process, in any workspace, until the returned function is called. */
export function listenForOwn(onChange: (workspaceId: string, what: ChangeNotification) => void): () => void {
  bus().on(own, onChange);
  return () => bus().off(own, onChange);
}

/** Calls `onGap` when notifications of any workspace may have been missed, until the returned function is called. */
export function listenForGaps(onGap: () => void): () => void {
  bus().on(missed, onGap);
  return () => bus().off(missed, onGap);
}

/**
 * Notifies all instances that the keys, the plan, the members or their sessions of a workspace changed. Resolves when Redis has
 * delivered it, so that a caller who revoked a key or removed a member gets the response afterwards; waits at most half a
 * second for a Redis that does not reply.
 */
export const notifyAccessChange = (workspaceId: string): Promise<void> => notifyAccessChanges([workspaceId]);

export async function notifyAccessChanges(workspaceIds: readonly string[]): Promise<void> {
  for (const workspaceId of workspaceIds) {
    bus().emit(changed, workspaceId);
    others()?.add({ changed: workspaceId });
  }
  await published();
}

const published = () => Promise.race([others()?.idle(), pause(timeoutMs, undefined, { ref: false })]);

/** Calls `onChange` at such a change, here or at another instance; without an id when one may have been missed. */
export function listenForAccessChanges(onChange: (workspaceId?: string) => void): void {
  bus().on(changed, onChange);
}

/** Tells the other instances, but not this one. Resolves when Redis has delivered it, or after half a second. */
export function giveHint(hint: Hint, id: string): Promise<void> {
  others()?.add({ hint, id });
  return published();
}

/** Calls `onHint` with what other instances said, until the returned function is called. */
export function listenForHints(hint: Hint, onHint: (id: string) => void): () => void {
  bus().on(hints[hint], onHint);
  return () => bus().off(hints[hint], onHint);
}

/** Subscribes to the other instances. Neither they nor Redis need to be available. */
export function connect(): void {
  redis()?.subscribe(channel, { onMessage, onSubscribed: notifyGap });
}

/** Publishes what is still queued, for at most half a second, and closes the connections to Redis. */
export async function disconnect(): Promise<void> {
  await published();
  others()?.stop();
  redis()?.close();
}

function notifyGap(): void {
  bus().emit(changed);
  bus().emit(missed);
}

function onMessage(text: string): void {
  const message = read(text);
  if (!message || message.from === self()) return;
  for (const [workspaceId, what] of message.notifications) bus().emit(workspaceId, decryptAdded(workspaceId, what));
  for (const workspaceId of message.changed) bus().emit(changed, workspaceId);
  for (const id of message.resting) bus().emit(hints.resting, id);
  for (const id of message.subscribed) bus().emit(hints.subscribed, id);
  if (message.missed) notifyGap();
}

/** Anybody with access to Redis can publish here: a message that is malformed anywhere is dropped as a whole. */
function read(text: string): Message | undefined {
  try {
    return Message.parse(JSON.parse(text));
  } catch {
    countMalformed(text);
    return undefined;
  }
}

/** Each is counted, but logged at most once a minute, because one faulty sender may send many. */
function countMalformed(text: string): void {
  metrics.busMessageDropped();
  const state = singleton("malformedMessages", () => ({ loggedAt: Number.NEGATIVE_INFINITY, since: 0 }));
  state.since += 1;
  if (performance.now() - state.loggedAt < malformedLogMs) return;
  const line = "a message on the channel between instances is malformed; it is dropped";
  log.warn({ channel, bytes: text.length, dropped: state.since }, line);
  Object.assign(state, { loggedAt: performance.now(), since: 0 });
}
