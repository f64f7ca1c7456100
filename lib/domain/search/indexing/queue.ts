import { db, type Runner } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import {
  ContactSource,
  contactsStatement,
  EventSource,
  eventsStatement,
  inTurnStatement,
  type Kind,
  MessageSource,
  messagesStatement,
  PersonSource,
  peopleStatement,
  type Todo,
  TodoRow,
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

/**
 * Indexes what of a workspace has waited longest, as it is now, in the transaction that takes it from the queue: a killed process leaves both or
 * neither. What changes meanwhile waits in the queue once more. Returns how many it took.
 */
export const indexBatch = (workspaceId: string, size: number): Promise<number> =>
  db().$transaction(async (tx) => {
    await tx.$executeRawUnsafe(inTurnStatement);
    const todo = await rows(tx, TodoRow)(takeStatement, workspaceId, size);
    await indexContacts(tx, idsOf(todo, "contact"));
    await indexPeople(tx, idsOf(todo, "person"));
    await indexMessages(tx, idsOf(todo, "message"));
    await indexEvents(tx, eventsOf(todo));
    return todo.length;
  });

/** Takes one that cannot be indexed from the queue, so that it stops no others. */
export const skipOne = async (workspaceId: string): Promise<Todo | undefined> =>
  (await rows(db(), TodoRow)(takeStatement, workspaceId, 1))[0];

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

/** Those of `all` that were not found. */
function missing<Key>(all: Key[], found: Key[], keyOf: (key: Key) => string): Key[] {
  const keys = new Set(found.map(keyOf));
  return all.filter((one) => !keys.has(keyOf(one)));
}

async function indexContacts(on: Runner, all: RowId[]): Promise<void> {
  if (all.length === 0) return;
  const found = await rows(on, ContactSource)(contactsStatement, JSON.stringify(all));
  await writeContacts(on, found);
  await removePeople(on, missing<RowId>(all, found, rowKey));
}

async function indexPeople(on: Runner, all: RowId[]): Promise<void> {
  if (all.length === 0) return;
  const found = await rows(on, PersonSource)(peopleStatement, JSON.stringify(all));
  await writePeople(on, found);
  await removePeople(on, missing<RowId>(all, found, rowKey));
}

async function indexMessages(on: Runner, all: RowId[]): Promise<void> {
  if (all.length === 0) return;
  const found = await rows(on, MessageSource)(messagesStatement, JSON.stringify(all));
  await writeMessages(on, found);
  await removeMessages(on, missing<RowId>(all, found, rowKey));
}

async function indexEvents(on: Runner, all: EventKey[]): Promise<void> {
  if (all.length === 0) return;
  const found = await rows(on, EventSource)(eventsStatement, JSON.stringify(all));
  await writeEvents(on, found);
  await removeEvents(on, missing<EventKey>(all, found, eventKey));
}
