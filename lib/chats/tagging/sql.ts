import { z } from "zod";
import { Tag } from "@/lib/chats/tags/contract";
import { statement } from "@/lib/platform/db/statement";

/** The tags of the chat `of`, by name, as JSON. */
export const tagsOf = (of: string) => `coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name_key, g.id)
    from chat_tag h join tag g on g.workspace_id = h.workspace_id and g.id = h.tag_id
    where h.workspace_id = ${of}.workspace_id and h.chat_id = ${of}.id
  ), '[]'::json)`;

const TaggedRow = z.strictObject({ personId: z.uuid(), seq: z.int(), tags: z.array(Tag.strict()) });

/** `$1` workspace, `$2` chat. */
export const taggedStatement = statement({ row: TaggedRow })`
select c.person_id as "personId", c.last_seq as seq, ${tagsOf("c")} as tags from chat c
where c.workspace_id = $1::uuid and c.id = $2::uuid
`;
