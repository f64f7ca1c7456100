import { lowestId } from "@/lib/kernel/id-bounds";
import { db } from "@/lib/platform/db";
import { distribution } from "@/lib/platform/db/citus";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import {
  contactsStatement,
  eventsStatement,
  inTurnStatement,
  type Kind,
  messagesStatement,
  peopleStatement,
  skipStatement,
  type Todo,
  takeStatement,
} from "./sql";
import {
  type EventKey,
  type RowId,
  removeEvents,
  removeMessages,
  removePeople,
  writeContacts,
  writeEvents,
  writeMessages,
  writePeople,
} from "./write";

/** How many workspaces share a batch: so many look-ups take it a millisecond or two. */
const maxWorkspaces = 100;

/** Behind which workspace the next batch goes on. */
export type Position = { after: string };
export const newPosition = (): Position => ({ after: lowestId });

/** What a batch took of each workspace. */
export type Taken = Map<string, number>;

/**
 * Indexes what has waited longest of the next workspaces, as it is now, in the transaction that takes it from the queue: a killed process
 * leaves both or neither. What changes meanwhile waits in the queue once more. `onTaken` gets what it tries.
 */
export const indexBatch = (position: Position, size: number, onTaken?: (todo: readonly Todo[]) => void): Promise<Taken> =>
  db().$transaction(async (tx) => {
    await run(tx, inTurnStatement)();
    const todo = await take(tx, position, size);
    onTaken?.(todo);
    await indexContacts(tx, idsOf(todo, "contact"));
    await indexPeople(tx, idsOf(todo, "person"));
    await indexMessages(tx, idsOf(todo, "message"));
    await indexEvents(tx, eventsOf(todo));
    const taken: Taken = new Map();
    for (const { workspaceId } of todo) taken.set(workspaceId, (taken.get(workspaceId) ?? 0) + 1);
    return taken;
  });

/** Takes what has waited longest of a workspace from the queue: it cannot be indexed, and must not stop the others. */
export async function skipOldest(workspaceId: string): Promise<void> {
  await run(db(), skipStatement)(workspaceId);
}

/** The rows of one workspace alone when `size` is 1. */
async function take(on: Runner, { after }: Position, size: number): Promise<Todo[]> {
  return rows(on, takeStatement)(startOf(after), Math.min(size, maxWorkspaces), size);
}

/**
 * On a distributed database each batch is of one shard, whose turns come in between those of others: so it begins at any workspace instead
 * of behind the last one.
 */
function startOf(after: string): string {
  const all = distribution()?.shardOf;
  if (!all || all.size === 0) return after;
  return [...all.keys()][Math.floor(Math.random() * all.size)] ?? after;
}

/** The next batch goes on behind the last workspace of this one. */
export function goOn(position: Position, taken: Taken): void {
  const ids = [...taken.keys()].sort();
  const fromTheFirst = ids.filter((id) => id <= position.after);
  position.after = (fromTheFirst.length > 0 ? fromTheFirst : ids).at(-1) ?? lowestId;
}

const unique = <Row>(all: Row[], keyOf: (row: Row) => string): Row[] => [...new Map(all.map((row) => [keyOf(row), row])).values()];
const rowKey = ({ workspaceId, id }: RowId): string => `${workspaceId} ${id}`;
const eventKey = ({ workspaceId, event, reference }: EventKey): string => JSON.stringify([workspaceId, event, reference]);

const idsOf = (todo: Todo[], of: Kind): RowId[] =>
  unique(
    todo.flatMap(({ workspaceId, kind, target }) => (kind === of && target !== null ? [{ workspaceId, id: target }] : [])),
    rowKey,
  );

const eventsOf = (todo: Todo[]): EventKey[] =>
  unique(
    todo.flatMap(({ workspaceId, event, reference }) => (event === null ? [] : [{ workspaceId, event, reference: reference ?? "" }])),
    eventKey,
  );

/** Returns what of `all` was not found. */
function missing<Key>(all: Key[], found: Key[], keyOf: (key: Key) => string): Key[] {
  const keys = new Set(found.map(keyOf));
  return all.filter((one) => !keys.has(keyOf(one)));
}

async function indexContacts(on: Runner, all: RowId[]): Promise<void> {
  if (all.length === 0) return;
  const found = await rows(on, contactsStatement)(JSON.stringify(all));
  await writeContacts(on, found);
  await removePeople(on, missing<RowId>(all, found, rowKey));
}

async function indexPeople(on: Runner, all: RowId[]): Promise<void> {
  if (all.length === 0) return;
  const found = await rows(on, peopleStatement)(JSON.stringify(all));
  await writePeople(on, found);
  await removePeople(on, missing<RowId>(all, found, rowKey));
}

async function indexMessages(on: Runner, all: RowId[]): Promise<void> {
  if (all.length === 0) return;
  const found = await rows(on, messagesStatement)(JSON.stringify(all));
  await writeMessages(on, found);
  await removeMessages(on, missing<RowId>(all, found, rowKey));
}

async function indexEvents(on: Runner, all: EventKey[]): Promise<void> {
  if (all.length === 0) return;
  const found = await rows(on, eventsStatement)(JSON.stringify(all));
  await writeEvents(on, found);
  await removeEvents(on, missing<EventKey>(all, found, eventKey));
}
