import { z } from "zod";
import { statement } from "@/lib/platform/db/statement";

const Row = z.strictObject({
  putAway: z.boolean(),
  samples: z.enum(["none", "offered", "there"]),
  key: z.boolean(),
  contact: z.boolean(),
  event: z.boolean(),
  latest: z
    .strictObject({ contactId: z.uuid(), name: z.string().nullable(), event: z.string(), level: z.enum(["problem", "info"]) })
    .nullable(),
  channel: z.boolean(),
  website: z.boolean(),
  chats: z.boolean(),
  receiver: z.boolean(),
  check: z.boolean(),
  button: z.boolean(),
  invite: z.boolean(),
});

/** Contacts that were seen last, among whom the latest event is looked for. */
const sampled = 50;

/** Whether a name is that of a sample person, of whom no step is done. */
const isSample = (name: string) => `coalesce(starts_with(${name}, w.sample_prefix), false)`;

/** What of the first steps is there. `$1` workspace, `$2` how many probes a receiver passes. */
export const firstRunStatement = statement({ row: Row })`
select w.first_run_put_away_at is not null as "putAway",
  case when w.sample_prefix is not null then 'there'
    when exists (select from contact c where c.workspace_id = $1::uuid and c.deleted_at is null)
      or exists (select from chat h where h.workspace_id = $1::uuid) then 'none'
    else 'offered' end as samples,
  exists (select from api_key k where k.workspace_id = w.id and k.hash is not null) as key,
  exists (select from contact c where c.workspace_id = $1::uuid and c.deleted_at is null and not ${isSample("c.user_id")}) as contact,
  exists (
    select from event e left join contact c on c.workspace_id = $1::uuid and c.id = e.contact_id
    where e.workspace_id = $1::uuid and not ${isSample("c.user_id")}
  ) as event,
  (
    select jsonb_build_object('contactId', c.id, 'name', c.name, 'event', last.event, 'level', last.level)
    from (
      select a.contact_id, a.last_seen_at from contact_activity a where a.workspace_id = $1::uuid
      order by a.last_seen_at desc, a.contact_id desc limit ${sampled}
    ) seen
    join contact c on c.workspace_id = $1::uuid and c.id = seen.contact_id and c.deleted_at is null and not ${isSample("c.user_id")}
    cross join lateral (
      select e.event, e.level, e.received_at from event e where e.workspace_id = $1::uuid and e.contact_id = c.id
      order by e.occurred_at desc, e.received_at desc limit 1
    ) last
    order by last.received_at desc limit 1
  ) as latest,
  exists (
    select from integration i where i.workspace_id = $1::uuid and (i.first_message_at is not null or i.kind in ('chatwoot', 'embed'))
  ) as channel,
  exists (
    select from integration i where i.workspace_id = $1::uuid and i.kind = 'website' and (i.settings ->> 'isOn')::boolean
  ) as website,
  exists (select from chat h where h.workspace_id = $1::uuid) as chats,
  w.actions_url is not null as receiver,
  w.actions_url is not null and coalesce(
    w.server_check ->> 'url' = w.actions_url and jsonb_array_length(w.server_check -> 'passed') = $2::int, false) as check,
  exists (select from action_button b where b.workspace_id = $1::uuid and b.enabled) as button,
  (select count(*) from (select from member m where m.workspace_id = $1::uuid limit 2) two) > 1
    or exists (select from invitation v where v.workspace_id = $1::uuid and v.revoked_at is null) as invite
from workspace w where w.id = $1::uuid`;
