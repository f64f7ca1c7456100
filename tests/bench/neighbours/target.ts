import { asRunning } from "../../cluster/cluster";
import { newTeam, type Session, type Team } from "../../support/fixtures";
import { idOf, instanceUrl, type World } from "./world";

/** A workspace of the aggressor, which is there for one attack. */
export type Target = { id: string; team: Team; session: Session };

export async function newTarget({ cluster, query }: World): Promise<Target> {
  const team = await newTeam(asRunning(instanceUrl(cluster, 0), cluster.running.operate));
  return { id: await idOf(query, team), team, session: await team.signIn() };
}

/** Writes by SQL what would take the API minutes. It counts as indexed for the search, so that no row of it waits there. */
export async function fill({ query }: World, { id }: Target, statements: { sql: string; values?: unknown[] }[]): Promise<void> {
  await query("begin");
  for (const { sql, values = [] } of statements) await query(sql, [id, ...values]);
  await query("delete from search_todo where workspace_id = $1::uuid", [id]);
  await query("commit");
}
