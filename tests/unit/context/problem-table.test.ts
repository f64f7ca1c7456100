import { test } from "@playwright/test";
import fc from "fast-check";
import { countsStatement } from "@/lib/chats/list-sql";
import { newId } from "@/lib/kernel/ids";
import type { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { breaches } from "../../support/invariants";
import { withMigrationsBefore } from "../../support/old-database";
import { asDistributed } from "../../support/one-shard";
import { runs } from "../../support/runs";

const migration = "20261124000000_problems";
const [ws, contact, other] = [newId(), newId(), newId()];

const insertContacts = `
  insert into workspace (id, slug, name, plan, created_at) values ('${ws}', 'acme', 'Acme', 'pro', now());
  insert into contact (workspace_id, id, user_id, created_at, updated_at)
  values ('${ws}', '${contact}', 'u', now(), now()), ('${ws}', '${other}', 'v', now(), now());`;

/** `minutesAgo` events of every kind, of both contacts, as an instance of any version writes them. */
const insertEvents = (minutesAgo: string) => `
  insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
  select '${ws}', gen_random_uuid(), owner, case when m % 3 = 0 then 'Payment received' when m % 5 = 0 then 'Refund failed' else 'Payment failed' end,
    (case when m % 3 = 0 then 'info' else 'problem' end)::level,
    case m % 4 when 0 then '{}' when 1 then '{"reference": ""}' when 2 then '{"reference": 42}' else jsonb_build_object('reference', repeat('r', 200 + m)) end,
    date_trunc('milliseconds', now()) - m * interval '1 minute', date_trunc('milliseconds', now()), 0
  from generate_series(${minutesAgo}) m cross join unnest(array['${contact}'::uuid, '${other}'::uuid]) owner`;

const sizeOfSteps = (size: number) =>
  `create or replace function problem_step_size() returns integer language sql stable parallel safe as 'select ${size}'`;
const leftStatement = "select owner_id, reference from problem_refresh order by owner_id, reference limit 1";

/** One step of what is still to be refreshed. Returns whether there was something. */
async function refreshSome(embedded: Embedded): Promise<boolean> {
  const [left] = (await embedded.query<{ owner_id: string; reference: string }>(leftStatement)).rows;
  if (left) await embedded.query("select refresh_problem_reference($1, $2, $3)", [ws, left.owner_id, left.reference]);
  return left !== undefined;
}

async function refreshAll(embedded: Embedded): Promise<void> {
  while (await refreshSome(embedded));
}

async function problemsOf(embedded: Embedded): Promise<number> {
  const query = async <Row>(sql: string) => (await embedded.query<Record<string, unknown>>(sql)).rows as Row[];
  expect((await breaches(query)).filter(({ rule }) => rule.includes("table of problems") || rule.includes("a mark is"))).toEqual([]);
  return (await query<{ count: number }>("select count(*)::int as count from problem"))[0]?.count ?? 0;
}

test("an upgrade finds the problems among the events, and every later write of any version changes them", async () => {
  const embedded = await emptiedDatabase();
  await withMigrationsBefore(migration, (root) => migrateEmbedded(embedded, root));
  for (const sql of insertContacts.split(";").slice(0, -1)) await embedded.query(sql);
  await embedded.query(insertEvents("1, 30"));
  await migrateEmbedded(embedded);
  const before = await problemsOf(embedded);
  expect(before).toBeGreaterThan(10);

  await embedded.query(insertEvents("-30, -1"));
  await embedded.query(insertEvents("31, 90"));
  expect(await problemsOf(embedded)).toBeGreaterThan(before);
  await embedded.query(`insert into problem_handled (workspace_id, id, owner_id, reference, event, at, account_id, agent_name)
    select workspace_id, gen_random_uuid(), owner_id, reference, event, last_at, gen_random_uuid(), 'Olga' from problem where closed_at is null`);
  await embedded.query("select count(refresh_problem(workspace_id, owner_id, reference, event)::text) from problem");
  await problemsOf(embedded);
  await embedded.query("update event set contact_id = $1 where contact_id <> $1 and properties <> '{}'", [contact]);
  await problemsOf(embedded);
  await embedded.query("delete from event where occurred_at < now() - interval '10 minutes'");
  await problemsOf(embedded);
  await embedded.query("delete from event");
  expect(await problemsOf(embedded)).toBe(0);
});

const written = fc.record({
  minute: fc.nat(5),
  isProblem: fc.boolean(),
  name: fc.constantFrom("Payment failed", "Refund failed"),
  reference: fc.constantFrom("A", "B", ""),
  owner: fc.constantFrom(contact, other),
  /** How long ago its statement began to wait. */
  waitedSeconds: fc.constantFrom(0, 0, 1, 5),
});
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("events" as const), events: fc.array(written, { minLength: 1, maxLength: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("handled" as const), minute: fc.nat(6) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("handled now" as const), isUndone: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("removed" as const), minute: fc.nat(5) }) },
);
const minuteOf = (parameter: string) => `'2026-01-01T00:00:00Z'::timestamptz + ${parameter}::int * interval '1 minute'`;
const insertWritten = `
  insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
  select $1::uuid, gen_random_uuid(), (e->>'owner')::uuid, e->>'name', (case when (e->>'isProblem')::boolean then 'problem' else 'info' end)::level,
    jsonb_build_object('reference', e->>'reference'), ${minuteOf("(e->>'minute')")},
    date_trunc('milliseconds', now()) - (e->>'waitedSeconds')::int * interval '1 second', 0
  from jsonb_array_elements($2::jsonb) e`;
const insertMarks = `
  insert into problem_handled (workspace_id, id, owner_id, reference, event, at, account_id, agent_name)
  select workspace_id, gen_random_uuid(), owner_id, reference, event, ${minuteOf("$1")}, gen_random_uuid(), 'Olga' from problem where reference = 'A'`;

/** As "Handled" is pressed for what has no reference, or undone; nothing that is there may be left out, or come later and be covered. */
const pressStatement = `
  insert into problem_handled (workspace_id, id, owner_id, reference, event, at, account_id, agent_name)
  select workspace_id, gen_random_uuid(), owner_id, reference, event,
    greatest(date_trunc('milliseconds', clock_timestamp()), (select max(received_at) from event)), gen_random_uuid(), 'Olga'
  from problem where reference = '' and closed_at is null`;
const undoStatement = `
  update problem_handled h set undone_at = now() from problem p
  where p.owner_id = h.owner_id and p.reference = '' and h.reference = '' and p.event = h.event and h.at >= p.closed_at and h.undone_at is null`;

const problemAt = (minute: number, reference: "A" | "" = "A", waitedSeconds: 0 | 5 = 0) => ({
  minute,
  isProblem: true,
  name: "Payment failed" as const,
  reference,
  owner: contact,
  waitedSeconds,
});
/** It comes again after "Handled". */
const handledAndBack = [
  { kind: "events" as const, events: [problemAt(0)] },
  { kind: "handled" as const, minute: 1 },
  { kind: "events" as const, events: [problemAt(2)] },
];
/** It began before "Handled", and is recorded after it: the first one, and one after another that has opened the problem again. */
const came = (minute: number, waitedSeconds: 0 | 5 = 0) => ({ kind: "events" as const, events: [problemAt(minute, "", waitedSeconds)] });
const handledNow = { kind: "handled now" as const, isUndone: false };
const heldUp = [came(0), handledNow, came(1, 5)];
const heldUpLonger = [came(0), handledNow, came(1), came(2, 5)];

for (const functions of ["the migrations", "a distributed database"])
  test(`whatever is written together, in any order and of any time, the table says what the events say, by the functions of ${functions}`, async () => {
    test.setTimeout(120_000);
    const embedded = await emptiedDatabase();
    await migrateEmbedded(embedded);
    if (functions === "a distributed database") await asDistributed(embedded);
    for (const sql of insertContacts.split(";").slice(0, -1)) await embedded.query(sql);
    await embedded.query(sizeOfSteps(1));
    const steps = fc.array(step, { minLength: 2, maxLength: 8 });
    // How many steps of what is left follow each part of the history: all of them where there is no number.
    const pauses = fc.array(fc.option(fc.nat(2)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(steps, pauses, async (history, stepsAfter) => {
        await embedded.query("truncate event, problem, problem_handled, problem_refresh cascade");
        for (const [at, one] of history.entries()) {
          if (one.kind === "events") {
            await embedded.query(insertWritten, [ws, JSON.stringify(one.events)]);
            const came = new Set(
              one.events.filter(({ isProblem, reference }) => isProblem && reference === "").map(({ owner, name }) => owner + name),
            );
            const open = await embedded.query<{ key: string }>(
              "select owner_id || event as key from problem where reference = '' and closed_at is null",
            );
            expect(open.rows.map(({ key }) => key)).toEqual(expect.arrayContaining([...came]));
          } else if (one.kind === "removed") await embedded.query(`delete from event where occurred_at = ${minuteOf("$1")}`, [one.minute]);
          else if (one.kind === "handled now") {
            await embedded.query(one.isUndone ? undoStatement : pressStatement);
            await embedded.query("select count(refresh_problem(workspace_id, owner_id, reference, event)::text) from problem");
            const open = await embedded.query("select from problem where reference = '' and closed_at is null");
            if (!one.isUndone) expect(open.rows).toEqual([]);
          } else {
            await embedded.query(insertMarks, [one.minute]);
            await embedded.query("select count(refresh_problem(workspace_id, owner_id, reference, event)::text) from problem");
          }
          const isLast = at === history.length - 1;
          const some = isLast ? null : (stepsAfter[at % stepsAfter.length] ?? null);
          for (let done = 0; some !== null && done < some; done += 1) await refreshSome(embedded);
          if (some !== null) continue;
          await refreshAll(embedded);
          await problemsOf(embedded);
        }
      }),
      {
        numRuns: runs(60),
        examples: [
          [handledAndBack, [null]],
          [heldUp, [null]],
          [heldUpLonger, [null]],
        ],
      },
    );
  });

const insertNamed = (count: number) => `
  insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
  select '${ws}', gen_random_uuid(), '${contact}', 'Payment ' || n || ' failed', 'problem', '{"reference": "none"}',
    date_trunc('milliseconds', now()) - (${count} - n) * interval '1 second', date_trunc('milliseconds', now()), 0
  from generate_series(1, ${count}) n`;
const insertInfo = (minutes: number) => `
  insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
  values ('${ws}', gen_random_uuid(), '${contact}', 'Solved', 'info', '{"reference": "none"}',
    date_trunc('milliseconds', now()) + ${minutes} * interval '1 minute', date_trunc('milliseconds', now()), 0)`;

test("an event closes the newest problems of its reference, the rest is closed in steps, and closed ones are not looked at again", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  for (const sql of insertContacts.split(";").slice(0, -1)) await embedded.query(sql);
  const sizes = await embedded.query("select problem_step_size() as problems, move_step_size() as moves");
  expect(sizes.rows).toEqual([{ problems: 500, moves: 200 }]);
  await embedded.query(sizeOfSteps(10));
  await embedded.query(insertNamed(35));
  const open = async () =>
    (await embedded.query<{ event: string }>("select event from problem where closed_at is null order by last_at")).rows.map(
      ({ event }) => event,
    );
  const written = "select coalesce(sum(n_tup_upd), 0)::int as count from pg_stat_xact_user_tables where relname = 'problem'";
  await embedded.query(insertInfo(1));
  expect(await open()).toEqual(Array.from({ length: 25 }, (_, index) => `Payment ${index + 1} failed`));
  for (const left of [15, 5, 0]) {
    expect(await refreshSome(embedded)).toBe(true);
    expect(await open()).toHaveLength(left);
  }
  expect(await refreshSome(embedded)).toBe(false);
  await problemsOf(embedded);
  await embedded.query("select pg_stat_force_next_flush()");
  await embedded.query("begin");
  await embedded.query(insertInfo(2));
  expect((await embedded.query<{ count: number }>(written)).rows).toEqual([{ count: 0 }]);
  await embedded.query("commit");
  expect(await refreshSome(embedded)).toBe(false);
  // One that happened before them concerns all that it may have closed first.
  await embedded.query(insertInfo(0.5));
  await refreshAll(embedded);
  await problemsOf(embedded);
});

test("an event of a contact that was deleted meanwhile makes no problem", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  for (const sql of insertContacts.split(";").slice(0, -1)) await embedded.query(sql);
  await embedded.query("update contact set user_id = null, deleted_at = now() where id = $1", [contact]);
  await embedded.query(insertEvents("1, 30"));
  expect(await problemsOf(embedded)).toBeGreaterThan(0);
  const { rows } = await embedded.query<{ owner: string }>("select distinct owner_id as owner from problem");
  expect(rows).toEqual([{ owner: other }]);
});

test("no table is read as a whole, though the session began with small ones", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  for (const sql of insertContacts.split(";").slice(0, -1)) await embedded.query(sql);
  await embedded.query(insertEvents("1, 20"));
  await embedded.query("analyze");
  const scanned = async (tables: string[]) => {
    const counted = "select relname as name from pg_stat_xact_user_tables where relname = any($1) and seq_scan > 0";
    return (await embedded.query(counted, [tables])).rows;
  };
  // A session keeps a plan after a few uses.
  const [recorded, moved, deleted] = [
    insertEvents("21, 60"),
    "update event set contact_id = contact_id",
    "delete from event where level = 'info'",
  ];
  for (const [sql, tables] of [
    [recorded, ["event", "problem", "problem_handled"]],
    // They read the events themselves.
    [moved, ["problem", "problem_handled"]],
    [deleted, ["problem", "problem_handled"]],
  ] as const)
    for (let time = 0; time < 3; time += 1) {
      // What an earlier statement read is not yet counted elsewhere, and would be counted here.
      await embedded.query("select pg_stat_force_next_flush()");
      await embedded.query("begin");
      await embedded.query(sql);
      expect(await scanned([...tables]), sql).toEqual([]);
      await embedded.query("rollback");
    }
});

test("deleting a contact waits for whoever writes its problems", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  for (const sql of insertContacts.split(";").slice(0, -1)) await embedded.query(sql);
  await embedded.query("begin");
  await embedded.query("update contact set user_id = null, deleted_at = now() where id = $1", [contact]);
  const { rows } = await embedded.query<{ held: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and granted
      and (classid::bigint << 32 | objid::bigint) = problem_lock($1::uuid, $2::uuid)) as held`,
    [ws, contact],
  );
  await embedded.query("rollback");
  expect(rows).toEqual([{ held: true }]);
});

test("the open chats of a member are found by an index, however many they closed", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  for (const sql of insertContacts.split(";").slice(0, -1)) await embedded.query(sql);
  await embedded.query(
    `insert into person (workspace_id, id, channel, visitor_id, created_at)
     select $1::uuid, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'website', 'v' || n, now() from generate_series(1, 4000) n`,
    [ws],
  );
  await embedded.query(
    `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at, assignee_id)
     select p.workspace_id, gen_random_uuid(), p.id, (case when n % 40 = 0 then 'open' else 'closed' end)::chat_status,
       case when n % 40 = 0 then p.id end, 0, now(), now() - n * interval '1 minute', now(), case when n % 2 = 0 then $2::uuid end
     from (select p.*, row_number() over (order by p.id) as n from person p where p.workspace_id = $1::uuid) p`,
    [ws, contact],
  );
  await embedded.query("analyze chat");
  const { rows } = await embedded.query<{ "QUERY PLAN": string }>(
    `explain (analyze, costs off, timing off, summary off) ${countsStatement.replaceAll("$1", `'${ws}'`).replaceAll("$2", `'${contact}'`).replaceAll("$3", "now()")}`,
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/chat_assignee_idx[\s\S]{0,300}Index Cond: .*assignee_id = .*status = 'open'/);
});

test("a deleted contact has no problems and no marks, while its events still wait for their removal", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  for (const sql of insertContacts.split(";").slice(0, -1)) await embedded.query(sql);
  await embedded.query(insertEvents("1, 30"));
  await embedded.query("update contact set user_id = null, deleted_at = now() where id = $1", [contact]);
  const { rows } = await embedded.query<{ owner: string }>("select distinct owner_id as owner from problem");
  expect(rows).toEqual([{ owner: other }]);
  await embedded.query("delete from event where contact_id = $1 and level = 'info'", [contact]);
  await problemsOf(embedded);
});
