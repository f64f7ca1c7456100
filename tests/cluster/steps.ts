import type { Team } from "../support/fixtures";
import type { Query } from "../support/postgres";

/** The workspace of a team, whose slug is `$1`. */
export const ws = "(select id from workspace where slug = $1)";

export async function countOf(query: Query, sql: string, values: unknown[]): Promise<number> {
  const [row] = await query<{ count: number }>(`select count(*)::int as count from ${sql}`, values);
  return row?.count ?? -1;
}

/** What is left to do in steps, of a workspace. */
export async function leftOf(query: Query, { workspace }: Team): Promise<number> {
  const tables = ["problem_refresh", "pending_card", "event_move", "contact_move"];
  const counts = await Promise.all(tables.map((table) => countOf(query, `${table} where workspace_id = ${ws}`, [workspace])));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Open chats with a contact, as a website makes them that signs one userId for everybody. The first was written in last. */
export async function giveChats(query: Query, { workspace }: Team, userId: string, count: number): Promise<string[]> {
  const found = await query<{ id: string }>(
    `with people as (
      insert into person (workspace_id, id, channel, visitor_id, contact_id, linked_by, created_at)
      select c.workspace_id, gen_random_uuid(), 'website', $2 || '-' || n, c.id, 'signed', now() - n * interval '1 second'
      from contact c cross join generate_series(1, $3::int) n where c.workspace_id = ${ws} and c.user_id = $2
      returning workspace_id, id, created_at
    )
    insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
    select workspace_id, gen_random_uuid(), id, 'open', id, 0, created_at, created_at, created_at from people
    returning id, last_message_at`,
    [workspace, userId, count],
  );
  const chats = await query<{ id: string }>("select id from chat where id = any($1::uuid[]) order by last_message_at desc", [
    found.map(({ id }) => id),
  ]);
  return chats.map(({ id }) => id);
}

/** The chats that cards are in, once for each card. */
export async function cardsOf(query: Query, { workspace }: Team): Promise<string[]> {
  const sql = `select chat_id as id from chat_item where workspace_id = ${ws} and kind = 'card'`;
  return (await query<{ id: string }>(sql, [workspace])).map(({ id }) => id);
}

/** Past events, the first of which happened last. `owner` selects workspace_id and id of a contact, or of a person; `event` names the one `n`. */
export const giveEvents = (
  query: Query,
  { workspace }: Team,
  owner: string,
  count: number,
  { event = "'Event ' || n", problems = true } = {},
) =>
  query(
    `insert into event (workspace_id, id, ${owner.includes("person") ? "person_id" : "contact_id"}, event, level, properties, occurred_at, received_at,
      posted_to_conversations)
    select o.workspace_id, gen_random_uuid(), o.id, ${event}, (case when ${problems} and n % 3 = 0 then 'problem' else 'info' end)::level,
      case when ${problems} and n % 3 = 0 then jsonb_build_object('reference', 'none') else '{}' end,
      date_trunc('milliseconds', now()) - n * interval '1 second', date_trunc('milliseconds', now()), 0
    from (${owner}) o cross join generate_series(1, $2::int) n`,
    [workspace, count],
  );

/** Prepares `holdTurns`: what it names has no turn, as if others were always due before. */
export async function makeHoldable(query: Query): Promise<void> {
  for (const sql of [
    "create table held_turn (workspace_id uuid, queue text)",
    `create function hold_turn() returns trigger language plpgsql as $$
     begin
       if exists (select from held_turn h where h.workspace_id = new.workspace_id and h.queue = new.queue) then return null; end if;
       return new;
     end $$`,
    "create trigger hold_turn before update on queue_turn for each row execute function hold_turn()",
  ])
    await query(sql);
}

/** Holds the turns of a workspace in a queue until the returned function is called. No other workspace may need one meanwhile. */
export async function holdTurns(query: Query, { workspace }: Team, queue: string): Promise<() => Promise<void>> {
  await query(`insert into held_turn select ${ws}, $2`, [workspace, queue]);
  return async () => {
    await query(`delete from held_turn where workspace_id = ${ws} and queue = $2`, [workspace, queue]);
  };
}
