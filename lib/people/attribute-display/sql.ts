import { z } from "zod";
import { statement } from "@/lib/platform/db/statement";
import { AttributeDisplay, ListedAttribute, listSeenAttributes } from "./contract";

const strict = z.strictObject(AttributeDisplay.shape);

const SettingsRow = z.strictObject({ items: z.array(strict), version: z.string() });

/** `$1` workspace. */
export const settingsStatement = statement({ row: SettingsRow, scope: "everywhere" })`
select s.attribute_display as items, md5(s.attribute_display::text) as version from workspace s where s.id = $1::uuid`;

/** `$1` workspace, `$2` the list as JSON. */
export const saveStatement = statement({ row: SettingsRow, scope: "everywhere" })`
update workspace set attribute_display = $2::jsonb where id = $1::uuid
returning attribute_display as items, md5(attribute_display::text) as version`;

/** What the settings of the workspace, an id, say about the attributes of the expression, as JSON. */
export const displayOf = (workspace: string, attributes: string): string => `coalesce((
    select jsonb_agg(d.entry order by d.n)
    from workspace s cross join jsonb_array_elements(s.attribute_display) with ordinality as d(entry, n)
    where s.id = ${workspace} and ${attributes} ? (d.entry->>'key')
  ), '[]'::jsonb)`;

/** The attribute that is in the rows of lists, of the attributes of the expression, as JSON; null without one. */
export const listedOf = (workspace: string, attributes: string): string => `(
    select jsonb_build_object('key', d.entry->'key', 'name', d.entry->'name', 'format', d.entry->'format', 'value', ${attributes}->(d.entry->>'key'))
    from workspace s cross join jsonb_path_query_first(s.attribute_display, '$[*] ? (@.isListed == true)') as d(entry)
    where s.id = ${workspace} and ${attributes} ? (d.entry->>'key')
  )`;

/** The shape of `listedOf`. */
export const ListedColumn = z.strictObject(ListedAttribute.shape).nullable();

/** The shape of `displayOf`. */
export const DisplayColumn = z.array(strict);

const SeenRow = z.strictObject(listSeenAttributes.output.shape.items.element.shape);

/** A longer value would be no example. */
const maxExample = 200;

/** `$1` workspace, `$2` how many contacts are sampled, `$3` how many attributes. */
export const seenStatement = statement({ row: SeenRow })`
select k.key, count(*)::int as count,
  (array_agg(k.value order by recent.at desc) filter (where length(k.value::text) <= ${maxExample}))[1] as example
from (
  select c.attributes, a.last_seen_at as at from contact_activity a
  join contact c on c.workspace_id = a.workspace_id and c.id = a.contact_id
  where a.workspace_id = $1::uuid and c.deleted_at is null
  order by a.last_seen_at desc, a.contact_id desc limit $2::int
) recent
cross join lateral jsonb_each(recent.attributes) k
group by k.key order by count(*) desc, k.key limit $3::int`;
