import { z } from "zod";
import { personColumns, personShape } from "@/lib/chats/sql";
import { statement } from "@/lib/platform/db/statement";

const ChatRow = z.strictObject({ ...personShape, id: z.uuid(), contactName: z.string().nullable() });

/** The people in the chats `$2` of workspace `$1`. */
export const chatsStatement = statement({ row: ChatRow })`
select c.id, ${personColumns}, k.name as "contactName"
from chat c
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
left join contact k on k.workspace_id = p.workspace_id and k.id = p.contact_id
where c.workspace_id = $1::uuid and c.id = any($2::uuid[])
`;
