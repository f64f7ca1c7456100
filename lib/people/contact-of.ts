import { IdRow, type Runner, rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

/** `$1` workspace, `$2` userId: the contact that has it, or whose alias it is. */
const contactOfStatement = statement({ row: IdRow })`
select coalesce(c.merged_into_id, c.id) as id from contact c where c.workspace_id = $1::uuid and c.user_id = $2::text`;

/** The id of the contact with a userId, which may be an alias of it. */
export async function contactOf(on: Runner, workspaceId: string, userId: string): Promise<string | undefined> {
  return (await rows(on, contactOfStatement)(workspaceId, userId))[0]?.id;
}

/** The userIds of the contacts that are part of the contact `c`, as JSON. */
export const aliasesOf = (c: string): string =>
  `coalesce((select json_agg(m.user_id order by m.user_id) from contact m where m.workspace_id = ${c}.workspace_id and m.merged_into_id = ${c}.id), '[]'::json)`;
