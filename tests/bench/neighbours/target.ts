import { asRunning } from "../../cluster/cluster";
import { newTeam, type Session, type Team } from "../../support/fixtures";
import { idOf, instanceUrl, type World } from "./world";

/** A workspace of the aggressor, which is there for one attack. */
export type Target = { id: string; team: Team; session: Session };

export async function newTarget({ cluster, query }: World): Promise<Target> {
  const team = await newTeam(asRunning(instanceUrl(cluster, 0), cluster.running.operate));
  return { id: await idOf(query, team), team, session: await team.signIn() };
}

type Filling = {
  sql: string;
  values?: unknown[];
  /** For very many rows: the statement gets their first and last number behind its values. */
  count?: number;
};

/**
 * Writes by SQL what would take the API minutes. It counts as indexed for the search, so that no row of it waits there. A hundredth of very
 * many rows is written first: the triggers of the others are planned for a table that is known not to be empty.
 */
export async function fill({ query }: World, { id }: Target, statements: Filling[]): Promise<void> {
  await query("begin");
  for (const { sql, values = [], count } of statements) {
    if (count === undefined) {
      await query(sql, [id, ...values]);
      continue;
    }
    const some = Math.ceil(count / 100);
    await query(sql, [id, ...values, 1, some]);
    await query("analyze");
    await query(sql, [id, ...values, some + 1, count]);
  }
  await query("delete from search_todo where workspace_id = $1::uuid", [id]);
  await query("commit");
}
