import type { Team } from "../support/fixtures";
import type { Query } from "../support/postgres";

/**
 * Writes down in the database which workspace has which turn, in their order, and when it got work. Only turns move a row to the present from the
 * past, and only new work moves it to an earlier time.
 */
export async function logTurns(query: Query): Promise<void> {
  for (const sql of [
    "create table turn_log (at bigint generated always as identity, what text, queue text, workspace_id uuid)",
    `create function log_turn() returns trigger language plpgsql as $$
     begin
       if tg_op = 'INSERT' then insert into turn_log (what, queue, workspace_id) values ('work', new.queue, new.workspace_id);
       elsif new.due_at > old.due_at and new.due_at <= now() then
         insert into turn_log (what, queue, workspace_id) values ('turn', new.queue, new.workspace_id);
       elsif new.due_at < old.due_at then insert into turn_log (what, queue, workspace_id) values ('due', new.queue, new.workspace_id);
       end if;
       return null;
     end $$`,
    "create trigger log_turn after insert or update on queue_turn for each row execute function log_turn()",
  ])
    await query(sql);
}

export const idOf = async (query: Query, { workspace }: Team): Promise<string> =>
  (await query<{ id: string }>("select id from workspace where slug = $1", [workspace]))[0]?.id ?? "";

/**
 * The workspaces whose turns came in a queue between the first work of a workspace, or the last work that came `early`, before what its turn waited
 * for, and its first turn after that; undefined before it had one.
 */
export async function turnsBefore(query: Query, queue: string, workspaceId: string, early = false): Promise<string[] | undefined> {
  const rows = await query<{ what: string; workspace_id: string }>(
    `select what, workspace_id from turn_log where queue = $1 and at > (
       select ${early ? "max(at) from turn_log where what = 'due'" : "min(at) from turn_log where what = 'work'"} and queue = $1 and workspace_id = $2
     ) order by at`,
    [queue, workspaceId],
  );
  const own = rows.findIndex((row) => row.what === "turn" && row.workspace_id === workspaceId);
  return own < 0 ? undefined : rows.slice(0, own).flatMap((row) => (row.what === "turn" ? [row.workspace_id] : []));
}

/** How many turns a workspace had in a queue; with `beforeId`, before the first one of that workspace. */
export async function turnsOf(query: Query, queue: string, workspaceId: string, beforeId?: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    `select count(*)::int as n from turn_log where queue = $1 and workspace_id = $2 and what = 'turn' and at < coalesce(
      (select min(at) from turn_log where queue = $1 and workspace_id = $3 and what = 'turn'), 'infinity'::float8
    )`,
    [queue, workspaceId, beforeId ?? null],
  );
  return row?.n ?? 0;
}
