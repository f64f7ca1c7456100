/**
 * Search finds people, messages and events by words, from an index that is written a moment after each change. The filters of lists are
 * in `lib/chats` and `lib/desk/directory`.
 */

import { AppError } from "@/lib/kernel/errors";
import { cursorFor, readCursor } from "@/lib/kernel/page";
import { isDistributed } from "@/lib/platform/db/citus";
import { isTooSlow } from "@/lib/platform/db/errors";
import { evenBounds, newPlaces, Places, type PlacesState } from "@/lib/platform/db/places";
import { type LockQueues, ReadWriteLock } from "@/lib/platform/db/read-write-lock";
import * as replica from "@/lib/platform/db/replica";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { singleton } from "@/lib/platform/runtime";
import { maxFound } from "./contract";
import { type Found, foundEvent, foundMessage, foundPerson } from "./found";
import { beginningOf, beginsWith, matches, parseQuery, type Query } from "./shared/query";
import { eventsStatement, maxHits, messagesStatement, type PersonHit, peopleStatement } from "./sql";
import { contactText, messageText, personText } from "./texts";

export { isPending, jobs, queue } from "./indexing/worker";

const statementTimeoutMs = 1_500;
/** The most connections of an instance that searches use, and of one workspace: the rest is for agents and events. Every letter that an agent types may ask for one. */
const [maxSearches, maxEach] = [3, 2];
const waitMs = 5_000;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The searches that are under way and wait: of each workspace, and of all. */
    searches: { workspaces: LockQueues; all: PlacesState };
  }
}

const state = () => singleton("searches", () => ({ workspaces: new Map(), all: newPlaces() }));
const workspaces = new ReadWriteLock(maxEach, () => state().workspaces);
const places = new Places(evenBounds(maxSearches), () => state().all);

const busy = () => new AppError("unavailable", "Other searches take longer than usual. Try again shortly.", { "retry-after": "2" });

/** Runs `work` when few enough searches are under way. @throws unavailable */
async function enqueue<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const limit = { until: performance.now() + waitMs, expired: busy };
  const release = await workspaces.acquire(workspaceId, "read", limit);
  try {
    const releaseAll = await places.take(workspaceId, { waitMs: limit.until - performance.now(), late: limit.expired });
    return await work().finally(releaseAll);
  } finally {
    release();
  }
}

/**
 * People, messages and events of a workspace that have every word of `q`, at most ten of each; with `cursor`, the messages before it.
 * What takes too long ends the search early. @throws invalid_cursor, unavailable
 */
export async function find(workspaceId: string, { q, cursor }: { q: string; cursor?: string | undefined }): Promise<Found> {
  const before = cursor ? readCursor(cursor) : undefined;
  const query = parseQuery(q);
  const found: Found = { people: [], messages: { items: [], next: null }, events: [], isPartial: false };
  if (!query) return found;
  try {
    await enqueue(workspaceId, () => read(found, workspaceId, query, before));
  } catch (error) {
    if (!isTooSlow(error)) throw error;
    found.isPartial = true;
  }
  return found;
}

type Before = [Date, string] | undefined;

/** Fills in what is found, one kind after the other. */
const read = (found: Found, workspaceId: string, query: Query, before: Before): Promise<void> =>
  replica.readInTransaction(async (tx) => {
    // The best plan depends on the words: how many of them there are, and how rare.
    await run(tx, { scope: "everywhere" })`
      select set_config('statement_timeout', ${String(statementTimeoutMs)}, true), set_config('plan_cache_mode', 'force_custom_plan', true)`;
    // This form reaches the node of the workspace.
    if (isDistributed()) await run(tx, { scope: "everywhere" })`set local plan_cache_mode = force_custom_plan`;
    if (!before) {
      found.people = await people(tx, workspaceId, query);
      found.events = await events(tx, workspaceId, query);
    }
    found.messages = await messages(tx, workspaceId, query, before);
  });

/** The index may be a moment behind, so what was found is compared once more as it is now. */
const isStillFound = (query: Query, { contact, people: all }: PersonHit): boolean =>
  (contact !== null && matches(query, contactText(contact))) || all.some((person) => matches(query, personText(person)));

async function people(on: Runner, workspaceId: string, query: Query): Promise<Found["people"]> {
  const { sql, values } = peopleStatement(query);
  const hits = await rows(on, sql)(workspaceId, beginsWith(beginningOf(query)), ...values);
  return hits
    .filter((hit) => isStillFound(query, hit))
    .slice(0, maxFound)
    .map((hit) => foundPerson(hit, query));
}

async function messages(on: Runner, workspaceId: string, query: Query, before: Before): Promise<Found["messages"]> {
  const { sql, values } = messagesStatement(query);
  const [at = null, id = null] = before ?? [];
  const found = await rows(on, sql)(workspaceId, at, id, ...values);
  const hits = found.filter((hit) => matches(query, messageText(hit)));
  const page = hits.slice(0, maxFound);
  const last = hits.length > maxFound ? page.at(-1) : found[maxHits - 1];
  return { items: page.map((hit) => foundMessage(hit, query)), next: last ? cursorFor(last) : null };
}

async function events(on: Runner, workspaceId: string, query: Query): Promise<Found["events"]> {
  const { sql, values } = eventsStatement(query);
  return (await rows(on, sql)(workspaceId, ...values)).map((hit) => foundEvent(hit, query));
}
