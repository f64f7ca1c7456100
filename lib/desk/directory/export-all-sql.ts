import { z } from "zod";
import { tagNamesOf } from "@/lib/chats/tagging/sql";
import { columnsOf, contactRow } from "@/lib/context/contacts/sql";
import { statement } from "@/lib/platform/db/statement";

export const ExportedRow = z.strictObject({ ...contactRow, id: z.uuid(), aliases: z.array(z.string()), tags: z.array(z.string()) });

/** `$1` workspace, `$2` the id of the last contact before, `$3` limit: contacts with the userIds that are aliases of them, the newest first. */
export const exportedStatement = statement({ row: ExportedRow })`
select c.id, ${columnsOf("c")}, coalesce((
  select json_agg(m.user_id order by m.user_id) from contact m where m.workspace_id = c.workspace_id and m.merged_into_id = c.id
), '[]'::json) as aliases, ${tagNamesOf("c")} as tags
from contact c
where c.workspace_id = $1::uuid and c.id < $2::uuid and c.deleted_at is null and c.merged_into_id is null
order by c.id desc limit $3::int`;
