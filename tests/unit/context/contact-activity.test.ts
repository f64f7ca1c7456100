import { test } from "@playwright/test";
import { recordStatement } from "@/lib/context/events/sql";
import { newId } from "@/lib/kernel/ids";
import type { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { withMigrationsBefore } from "../../support/old-database";

const migration = "20261125000200_contacts_on_the_desk";
const ws = newId();
const never = "1970-01-01T00:00:00.000Z";
const minuteMs = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 10) + minutes * minuteMs).toISOString();

const run = (embedded: Embedded, sql: string, ...values: unknown[]) => embedded.query<Record<string, unknown>>(sql, values);

async function opened(migrate: (embedded: Embedded) => Promise<unknown> = migrateEmbedded): Promise<Embedded> {
  const embedded = await emptiedDatabase();
  await migrate(embedded);
  await run(embedded, "insert into workspace (id, slug, name, plan, created_at) values ($1, 'acme', 'Acme', 'pro', now())", ws);
  return embedded;
}

async function contact(embedded: Embedded, userId: string): Promise<string> {
  const id = newId();
  const sql = "insert into contact (workspace_id, id, user_id, created_at, updated_at) values ($1, $2, $3, now(), now())";
  await run(embedded, sql, ws, id, userId);
  return id;
}

async function person(embedded: Embedded, contactId: string | null = null): Promise<string> {
  const id = newId();
  const sql = `insert into person (workspace_id, id, channel, visitor_id, contact_id, linked_by, created_at)
    values ($1::uuid, $2::uuid, 'website', $2::text, $3::uuid, case when $3::uuid is null then null else 'agent'::linked_by end, now())`;
  await run(embedded, sql, ws, id, contactId);
  return id;
}

async function chat(embedded: Embedded, personId: string, begun: string, status = "open"): Promise<string> {
  const id = newId();
  const sql = `insert into chat (workspace_id, id, person_id, status, last_seq, last_message_at, last_item_at, created_at)
    values ($1, $2, $3, $4::chat_status, 0, $5, $5, $5)`;
  await run(embedded, sql, ws, id, personId, status, begun);
  return id;
}

const message = (embedded: Embedded, chatId: string, written: string) =>
  run(embedded, "update chat set last_message_at = $3 where workspace_id = $1 and id = $2", ws, chatId, written);

const event = (embedded: Embedded, owner: { contactId?: string; personId?: string }, received: string, occurred = received) =>
  run(
    embedded,
    `insert into event (workspace_id, id, contact_id, person_id, event, level, occurred_at, received_at, posted_to_conversations)
     values ($1, $2, $3, $4, 'Order placed', 'info', $5, $6, 0)`,
    ...[ws, newId(), owner.contactId ?? null, owner.personId ?? null, occurred, received],
  );

async function seen(embedded: Embedded, contactId: string): Promise<string | undefined> {
  const { rows } = await run(
    embedded,
    "select last_seen_at as at from contact_activity where workspace_id = $1 and contact_id = $2",
    ws,
    contactId,
  );
  const found = rows[0]?.["at"];
  return found instanceof Date ? found.toISOString() : undefined;
}

test("a contact is seen by its events when they are received, and by the messages of whoever is linked to it", async () => {
  const embedded = await opened();
  const [ada, noor] = [await contact(embedded, "ada"), await contact(embedded, "noor")];
  expect(await seen(embedded, ada)).toBe(never);
  await event(embedded, { contactId: ada }, at(0), at(-900));
  expect(await seen(embedded, ada)).toBe(at(0));
  const chatId = await chat(embedded, await person(embedded, ada), at(5));
  expect(await seen(embedded, ada)).toBe(at(5));
  await message(embedded, chatId, at(9));
  expect(await seen(embedded, ada)).toBe(at(9));
  // To the minute; and what is late does not take it back.
  await event(embedded, { contactId: ada }, at(9.5));
  await event(embedded, { contactId: ada }, at(3));
  expect(await seen(embedded, ada)).toBe(at(9));
  await event(embedded, { contactId: ada }, at(10.1));
  expect(await seen(embedded, ada)).toBe(at(10.1));
  expect(await seen(embedded, noor)).toBe(never);
});

test("a chat that stands for a conversation elsewhere is no message", async () => {
  const embedded = await opened();
  const ada = await contact(embedded, "ada");
  await chat(embedded, await person(embedded, ada), at(5), "closed");
  expect(await seen(embedded, ada)).toBe(never);
});

test("who is linked brings messages and events along, and takes nothing back", async () => {
  const embedded = await opened();
  const [ada, noor] = [await contact(embedded, "ada"), await contact(embedded, "noor")];
  const visitor = await person(embedded);
  await chat(embedded, visitor, at(2));
  await event(embedded, { personId: visitor }, at(7));
  const link = (to: string | null) =>
    run(
      embedded,
      "update person set contact_id = $3, linked_by = case when $3::uuid is null then null else 'agent'::linked_by end where workspace_id = $1 and id = $2",
      ws,
      visitor,
      to,
    );
  await link(ada);
  expect(await seen(embedded, ada)).toBe(at(7));
  await link(null);
  expect(await seen(embedded, ada)).toBe(at(7));
  await link(noor);
  expect(await seen(embedded, noor)).toBe(at(7));
  // A chat that moves to another person is theirs.
  const other = await person(embedded, ada);
  const chatId = await chat(embedded, visitor, at(20), "closed");
  await run(embedded, "update chat set person_id = $3 where workspace_id = $1 and id = $2", ws, chatId, other);
  expect(await seen(embedded, ada)).toBe(at(20));
});

test("one statement that creates contacts and records their events writes when each was seen", async () => {
  const embedded = await opened();
  await contact(embedded, "known");
  const job = (userId: string, received: string) => ({
    ...{ workspaceId: ws, id: newId(), newContactId: newId(), userId, event: "Order placed", level: "info", properties: {} },
    ...{ occurredAt: received, waitedMs: Date.now() - Date.parse(received) },
  });
  const jobs = [job("known", at(1)), job("new", at(2)), job("new", at(4)), job("other", at(3))];
  await run(embedded, recordStatement.text, JSON.stringify(jobs), "0");
  // An event is received by the database's clock, which goes on until the statement begins.
  const { rows } = await run(
    embedded,
    `select c.user_id as "userId", date_trunc('minute', a.last_seen_at) as at from contact c
    join contact_activity a on a.workspace_id = c.workspace_id and a.contact_id = c.id order by c.user_id`,
  );
  expect(rows.map(({ userId, at: time }) => [userId, (time as Date).toISOString()])).toEqual([
    ["known", at(1)],
    ["new", at(4)],
    ["other", at(3)],
  ]);
});

test("a deleted contact has no activity, and its row goes with it", async () => {
  const embedded = await opened();
  const ada = await contact(embedded, "ada");
  await event(embedded, { contactId: ada }, at(0));
  await run(embedded, "update contact set user_id = null, deleted_at = now() where workspace_id = $1 and id = $2", ws, ada);
  expect(await seen(embedded, ada)).toBeUndefined();
  await event(embedded, { contactId: ada }, at(5));
  expect(await seen(embedded, ada)).toBeUndefined();
  const noor = await contact(embedded, "noor");
  await run(embedded, "delete from contact where workspace_id = $1 and id = $2", ws, noor);
  expect(await seen(embedded, noor)).toBeUndefined();
});

test("the numbers of a contact's attributes follow them, and go with them", async () => {
  const embedded = await opened();
  const ada = await contact(embedded, "ada");
  const facets = async () =>
    (
      await run(
        embedded,
        "select facets = contact_facets($1, $3) as same from contact_facet where workspace_id = $1 and contact_id = $2",
        ...[...[ws, ada, { plan: "pro", seats: 3 }]],
      )
    ).rows;
  const set = (attributes: object) =>
    run(embedded, "update contact set attributes = $3, updated_at = now() where workspace_id = $1 and id = $2", ws, ada, attributes);
  expect(await facets()).toEqual([]);
  await set({ plan: "free" });
  expect(await facets()).toEqual([{ same: false }]);
  await set({ plan: "pro", seats: 3 });
  expect(await facets()).toEqual([{ same: true }]);
  await run(embedded, "update contact set user_id = null, attributes = '{}', deleted_at = now() where id = $1", ada);
  expect(await facets()).toEqual([]);
});

test("an upgrade finds when contacts were seen", async () => {
  const embedded = await opened((old) => withMigrationsBefore(migration, (root) => migrateEmbedded(old, root)));
  const [ada, noor, tom, gone] = [
    await contact(embedded, "ada"),
    await contact(embedded, "noor"),
    await contact(embedded, "tom"),
    await contact(embedded, "gone"),
  ];
  await chat(embedded, await person(embedded, ada), at(3));
  await chat(embedded, await person(embedded, ada), at(8));
  await event(embedded, { contactId: ada }, at(5));
  await event(embedded, { contactId: noor }, at(6), at(-900));
  await run(embedded, "update contact set user_id = null, deleted_at = now() where workspace_id = $1 and id = $2", ws, gone);
  await migrateEmbedded(embedded);
  expect(await Promise.all([ada, noor, tom, gone].map((id) => seen(embedded, id)))).toEqual([at(8), at(6), never, undefined]);
});
