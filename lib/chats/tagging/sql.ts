import { z } from "zod";
import { Tag } from "@/lib/chats/tags/contract";
import { IdRow } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

/** A chat, or a contact: either has its table of tags. */
export type Tagged = "chat" | "contact";

/** The tags of the row `of`, by name, as JSON. */
const tagsOn = (tagged: Tagged) => (of: string) =>
  `coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name_key, g.id)
    from ${tagged}_tag h join tag g on g.workspace_id = h.workspace_id and g.id = h.tag_id
    where h.workspace_id = ${of}.workspace_id and h.${tagged}_id = ${of}.id
  ), '[]'::json)`;

export const tagsOf = tagsOn("chat");
export const tagsOfContact = tagsOn("contact");
/** The names of the tags of the contact `of`, in order, as JSON. */
export const tagNamesOf = (of: string) => `coalesce((
    select json_agg(g.name order by g.name_key, g.id)
    from contact_tag h join tag g on g.workspace_id = h.workspace_id and g.id = h.tag_id
    where h.workspace_id = ${of}.workspace_id and h.contact_id = ${of}.id
  ), '[]'::json)`;
/** Tags as `tagsOf` reads them. */
export const TagsColumn = z.array(Tag.strict());

/** Only one who is in the lists is tagged: a contact that is part of another one is not. */
const isThere: Record<Tagged, string> = { chat: "true", contact: "t.deleted_at is null and t.merged_into_id is null" };

/** `$1` workspace, `$2` chat or contact. Two members may add its last tag at the same time; the row lock lets one succeed. */
export const lockStatement = (tagged: Tagged) => statement({ row: IdRow, writes: true })`
select t.id from ${tagged} t where t.workspace_id = $1::uuid and t.id = $2::uuid and ${isThere[tagged]} for no key update`;

/** `$1` workspace, `$2` chat or contact: the tags that it has. */
export const setStatement = (tagged: Tagged) => statement({ row: IdRow })`
select h.tag_id as id from ${tagged}_tag h where h.workspace_id = $1::uuid and h.${tagged}_id = $2::uuid`;

/** `$1` workspace, `$2` chat or contact, `$3` tag, `$4` when. */
export const addStatement = (tagged: Tagged) => statement()`
insert into ${tagged}_tag (workspace_id, ${tagged}_id, tag_id, created_at) values ($1::uuid, $2::uuid, $3::uuid, $4::timestamptz)`;

/** `$1` workspace, `$2` chat or contact, `$3` tag. */
export const takeOffStatement = (tagged: Tagged) => statement()`
delete from ${tagged}_tag where workspace_id = $1::uuid and ${tagged}_id = $2::uuid and tag_id = $3::uuid`;

const TaggedRow = z.strictObject({ seq: z.int(), tags: TagsColumn });

/** `$1` workspace, `$2` chat. */
export const taggedStatement = statement({ row: TaggedRow })`
select c.last_seq as seq, ${tagsOf("c")} as tags from chat c
where c.workspace_id = $1::uuid and c.id = $2::uuid
`;

/** `$1` workspace, `$2` contact. */
export const taggedContactStatement = statement({ row: TaggedRow.omit({ seq: true }) })`
select ${tagsOfContact("c")} as tags from contact c
where c.workspace_id = $1::uuid and c.id = $2::uuid and c.deleted_at is null and c.merged_into_id is null
`;
