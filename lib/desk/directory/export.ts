import type { z } from "zod";
import { type ItemRow, itemOf } from "@/lib/chats/item";
import { noContactWithId } from "@/lib/context/contacts/missing";
import { lowestId } from "@/lib/kernel/id-bounds";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import * as replica from "@/lib/platform/db/replica";
import { rows } from "@/lib/platform/db/rows";
import type { Statement } from "@/lib/platform/db/statement";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import {
  callsStatement,
  chatsStatement,
  contactStatement,
  type EventRow,
  eventsStatement,
  itemsStatement,
  peopleStatement,
} from "./export-sql";
import { userIdOf } from "./known";
import { seenAt } from "./list";

const batchSize = 200;

type Of = { workspaceId: string; contactId: string };
/** Where a batch begins: values of the last row of the batch before. */
type Position = readonly (string | number)[];
const beforeAllIds: Position = [lowestId];
const beforeAllEvents: Position = ["-infinity", "-infinity", ...beforeAllIds];

type Batches<S extends z.ZodType> = { statement: Statement<S>; first: Position; positionOf: (row: z.output<S>) => Position };

/** The rows of a statement, a batch at a time. `of` are its first two values. */
async function* inBatches<S extends z.ZodType>(
  of: readonly [string, string],
  { statement, first, positionOf }: Batches<S>,
): AsyncGenerator<z.output<S>> {
  for (let position = first; ; ) {
    const found = await replica.read((on) => rows(on, statement)(...of, batchSize, ...position));
    yield* found;
    const last = found.at(-1);
    if (last === undefined || found.length < batchSize) return;
    position = positionOf(last);
  }
}

const byId = <S extends z.ZodType<{ id: string }>>(statement: Statement<S>): Batches<S> => ({
  statement,
  first: beforeAllIds,
  positionOf: ({ id }) => [id],
});

const events: Batches<typeof EventRow> = {
  statement: eventsStatement,
  first: beforeAllEvents,
  positionOf: ({ occurredAt, receivedAt, id }) => [occurredAt, receivedAt, id],
};

const items: Batches<typeof ItemRow> = { statement: itemsStatement, first: [0], positionOf: ({ seq }) => [seq] };

async function readContact(workspaceId: string, contactId: string) {
  const [row] = await replica.read((on) => rows(on, contactStatement)(workspaceId, contactId));
  if (!row) throw noContactWithId();
  return { ...row, lastSeenAt: seenAt(row.lastSeenAt) };
}

/** A list of a JSON document, one entry a line. */
async function* listed<Row>(name: string, from: AsyncIterable<Row>, write: (row: Row) => AsyncIterable<string>): AsyncGenerator<string> {
  let separator = `,\n"${name}": [\n`;
  for await (const row of from) {
    yield separator;
    yield* write(row);
    separator = ",\n";
  }
  yield separator === ",\n" ? "\n]" : `${separator}]`;
}

async function* whole(row: object): AsyncGenerator<string> {
  yield JSON.stringify(row);
}

async function* written(row: z.output<typeof ItemRow>): AsyncGenerator<string> {
  yield JSON.stringify(itemOf(row));
}

async function* document({ workspaceId, contactId }: Of): AsyncGenerator<string> {
  const of = [workspaceId, contactId] as const;
  const contact = await readContact(...of);
  yield `{\n"exportedAt": ${JSON.stringify(currentTime())},\n"contact": ${JSON.stringify(contact)}`;
  yield* listed("people", inBatches(of, byId(peopleStatement)), whole);
  yield* listed("events", inBatches(of, events), whole);
  yield* listed("chats", inBatches(of, byId(chatsStatement)), async function* (chat) {
    yield JSON.stringify(chat).slice(0, -1);
    yield* listed("items", inBatches([workspaceId, chat.id], items), written);
    yield "}";
  });
  yield* listed("calls", inBatches(of, byId(callsStatement)), whole);
  // Somebody who was deleted meanwhile is in the file in part: it ends here, and the browser reports it as incomplete.
  await readContact(...of);
  yield "\n}\n";
}

/**
 * Everything that is known of a contact, as a JSON file that is streamed while it is read, with an audit entry that names the contact
 * by our own id. @throws not_found
 */
export async function exported({ id, slug }: { id: string; slug: string }, contactId: string, by: Actor) {
  await userIdOf(id, contactId);
  await audit.record(db(), id, by, { what: "contact.exported", subject: contactId });
  return {
    name: `contact-${slug}-${contactId}.json`,
    type: "application/json; charset=utf-8",
    parts: document({ workspaceId: id, contactId }),
  };
}
