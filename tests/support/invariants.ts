import type { Query } from "./postgres";

/** A broken rule: its description, and the rows that break it. */
export type Breach = { rule: string; rows: string[] };

/**
 * The rules of CONTRACT §2 to §5 for a database at rest, as statements that select violations. Written from the contract and
 * the schema alone, without code of the product. They hold for workspaces in which no contact's phone was corrected: a chat
 * keeps the cards that it got before its person was linked to another contact. The events of a deleted contact are removed in
 * the background: until then its empty row stays, and they belong to no other contact.
 */
const isDeleted = (event: string) =>
  `exists (select from contact t where t.workspace_id = ${event}.workspace_id and t.id = ${event}.contact_id and t.deleted_at is not null)`;

const rules: Record<string, string> = {
  "items of a chat are numbered 1, 2, 3 … up to its last": `
    select c.id from chat c left join chat_item i on i.workspace_id = c.workspace_id and i.chat_id = c.id
    group by c.workspace_id, c.id having count(i.seq) <> c.last_seq or coalesce(max(i.seq), 0) <> c.last_seq or coalesce(min(i.seq), 1) <> 1`,
  "a card has an event, or is deleted and says nothing of it": `
    select i.id from chat_item i where i.kind = 'card' and case
      when i.data ? 'deleted' then i.data <> '{"deleted": true}' or exists (select from event e where e.workspace_id = i.workspace_id and e.id = i.event_id)
      else not exists (select from event e where e.workspace_id = i.workspace_id and e.id = i.event_id) end`,
  "a change names a problem while one of its events is there": `
    select i.id from chat_item i where i.kind = 'note' and i.event_id is not null
      and (i.data->'change'->>'event' = '' and i.data->'change'->>'reference' is null and i.text = 'Marked a deleted problem.')
        = exists (select from event e where e.workspace_id = i.workspace_id and e.id = i.event_id)`,
  "a card says what its event says": `
    select i.id from chat_item i join event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    where i.kind = 'card' and (i.data->>'event' <> e.event or i.data->>'level' <> e.level::text or i.data->'properties' <> e.properties)`,
  "an event has one card at most in a chat": `
    select event_id from chat_item where kind = 'card' group by workspace_id, chat_id, event_id having count(*) > 1`,
  "postedToConversations is the number of cards that were made": `
    select e.id from event e where e.posted_to_conversations <>
      (select count(*) from chat_item i where i.workspace_id = e.workspace_id and i.event_id = e.id and i.kind = 'card' and not i.data ? 'digest')`,
  "no event stands in the chat of a person who is linked to another contact": `
    select i.id from chat_item i
    join event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    join chat c on c.workspace_id = i.workspace_id and c.id = i.chat_id
    join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
    where i.kind = 'card' and not ${isDeleted("e")} and case when e.contact_id is null then e.person_id <> p.id else p.contact_id is distinct from e.contact_id end`,
  "an event belongs to a contact or to a person": "select id from event where contact_id is null and person_id is null",
  "an event of a person is with the contact that the person is linked to": `
    select e.id from event e join person p on p.workspace_id = e.workspace_id and p.id = e.person_id
    where e.contact_id is distinct from p.contact_id and not ${isDeleted("e")}`,
  "a contact has a userId, and one that was deleted has nothing of the person": `
    select id from contact where case when deleted_at is null then user_id is null or coalesce(former_user_id, former_email, former_phone) is not null
      else user_id is not null or name is not null or email is not null or email_key is not null or phone is not null
        or phone_since is not null or attributes <> '{}' end`,
  "a merged contact has its userId and nothing else, and is part of one that is there and is itself part of none": `
    select c.id from contact c left join contact t on t.workspace_id = c.workspace_id and t.id = c.merged_into_id
    where c.merged_into_id is not null and (t.id is null or t.deleted_at is not null or t.merged_into_id is not null or c.user_id is null
      or c.name is not null or c.email is not null or c.email_key is not null or c.phone is not null or c.phone_since is not null or c.attributes <> '{}')`,
  "nothing but a link code, past calls and tags is with a merged contact": `
    select x.id from (select workspace_id, id, contact_id from event union all select workspace_id, id, contact_id from person
      union all select workspace_id, id, contact_id from link_conflict where resolved_at is null
      union all select workspace_id, id, other_contact_id from link_conflict where resolved_at is null
      union all select workspace_id, id, owner_id from problem) x
    join contact c on c.workspace_id = x.workspace_id and c.id = x.contact_id where c.merged_into_id is not null`,
  "an event that came with an alias is with the contact whose alias it is": `
    select e.id from event e left join contact c on c.workspace_id = e.workspace_id and c.id = e.merged_from_id
    where e.merged_from_id is not null and not ${isDeleted("e")} and (e.person_id is not null or c.merged_into_id is distinct from e.contact_id)`,
  "a merge that can be undone is of two contacts that are there, the one of which was part of another since": `
    select m.id from contact_merge m
    left join contact f on f.workspace_id = m.workspace_id and f.id = m.from_id
    left join contact i on i.workspace_id = m.workspace_id and i.id = m.into_id
    where f.merged_into_id is null or i.deleted_at is not null or f.merged_into_id is distinct from coalesce(i.merged_into_id, i.id)`,
  "a deleted contact's userId, e-mail and phone are forgotten within a minute": `
    select id from contact where coalesce(former_user_id, former_email, former_phone) is not null and deleted_at < now() - interval '1 minute'`,
  "a deleted contact and its events are gone within the hour": "select id from contact where deleted_at < now() - interval '1 hour'",
  "nothing but its events points to a deleted contact": `
    select p.id from person p where ${isDeleted("p")} union all select a.id from action_call a where ${isDeleted("a")}
    union all select a.id from action_call a
      join event e on e.workspace_id = a.workspace_id and e.id in (a.event_id, a.recorded_event_id) where ${isDeleted("e")}`,
  "a person whose verified phone is a contact's is linked to the one that had it first": `
    select p.id from person p
    cross join lateral (select c.id from contact c where c.workspace_id = p.workspace_id and c.phone = p.phone
      order by c.phone_since, c.id limit 1) first
    where coalesce(p.linked_by in ('agent', 'signed', 'code'), false) = false and p.contact_id is distinct from first.id`,
  "a delivery is that of an agent's message in its chat": `
    select o.id from outbound_message o left join chat_item i on i.workspace_id = o.workspace_id and i.id = o.id
    where i.id is null or i.chat_id <> o.chat_id or i.kind <> 'message' or i.author <> 'agent'`,
  "what is sent later is in no chat yet, and belongs to a chat of its workspace": `
    select s.id from scheduled_message s where exists (select from chat_item i where i.workspace_id = s.workspace_id and i.id = s.id)
      or not exists (select from chat c where c.workspace_id = s.workspace_id and c.id = s.chat_id)`,
  "what was to be sent is sent within the hour, or says why not": `
    select id from scheduled_message where failure is null and send_at < now() - interval '1 hour'`,
  "a chat that came back says from whom, and went to somebody else": `
    select id from chat_item where data->'notice'->>'what' = 'came_back' and (account_id is null or data->'notice'->>'from' = data->'notice'->>'to')`,
  "a message that was delivered has the channel's id": `
    select id from outbound_message where external_id is null and state in ('sent', 'delivered', 'read')`,
  "a file that was taken is that of a message of its chat, which shows it": `
    select a.id from attachment a left join (
      select workspace_id, id, chat_id, kind::text, data from chat_item
      union all select workspace_id, id, chat_id, 'message', data from scheduled_message
    ) i on i.workspace_id = a.workspace_id and i.id = a.item_id
    where a.item_id is not null and (i.id is null or i.chat_id <> a.chat_id or i.kind <> 'message' or not coalesce(i.data->'attachments' @>
      jsonb_build_array(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'bytes', a.bytes)), false))`,
  "a file that no message took is that of a chat or of a visitor, and one that was taken that of a chat alone": `
    select id from attachment where (chat_id is null and (visitor_id is null or item_id is not null)) or (item_id is not null and visitor_id is not null)`,
  "a network is remembered of visitors, few of each": `
    select n.person_id from visitor_network n join person p on p.workspace_id = n.workspace_id and p.id = n.person_id where p.channel <> 'website'
    union all select person_id from visitor_network group by workspace_id, person_id having count(*) > 3`,
  "a message shows only files of its own": `
    select i.id from chat_item i cross join lateral jsonb_array_elements(i.data->'attachments') f
    where not exists (select from attachment a where a.workspace_id = i.workspace_id and a.item_id = i.id and a.id::text = f->>'id')`,
  "a link has a reason, and a reason a link": "select id from person where (contact_id is null) <> (linked_by is null)",
  "a link by phone is to a contact with that phone": `
    select p.id from person p join contact c on c.workspace_id = p.workspace_id and c.id = p.contact_id
    where p.linked_by = 'phone' and c.phone is distinct from p.phone
      and not coalesce(left(p.phone, 2) in ('52', '54', '55') and left(c.phone, 2) = left(p.phone, 2) and right(c.phone, 8) = right(p.phone, 8), false)`,
  "what a visitor typed never links": `
    select id from person where channel = 'website' and (phone is not null or linked_by in ('phone', 'event'))`,
  "nothing points to a contact that was removed": `
    select p.id from person p where p.contact_id is not null
      and not exists (select from contact c where c.workspace_id = p.workspace_id and c.id = p.contact_id)
    union all select e.id from event e where e.contact_id is not null
      and not exists (select from contact c where c.workspace_id = e.workspace_id and c.id = e.contact_id)
    union all select a.id from action_call a where a.contact_id is not null
      and not exists (select from contact c where c.workspace_id = a.workspace_id and c.id = a.contact_id)`,
  "a contact has a phone since some time, or none": "select id from contact where (phone is null) <> (phone_since is null)",
  "a phone is 7 to 15 digits and begins with none of 0": `
    select id from contact where phone !~ '^[1-9][0-9]{6,14}$' union all select id from person where phone !~ '^[1-9][0-9]{6,14}$'`,
  "a chat belongs to a member of its workspace, or to nobody": `
    select c.id from chat c where c.assignee_id is not null
      and not exists (select from member m where m.workspace_id = c.workspace_id and m.account_id = c.assignee_id)`,
  "only an open chat is snoozed": "select id from chat where snoozed_until is not null and status = 'closed'",
  "a person has one open chat at most, and the open one says so": `
    select id from chat where (status = 'open') <> coalesce(open_for = person_id, false)
    union all select min(id::text)::uuid from chat where status = 'open' group by workspace_id, person_id having count(*) > 1`,
  "a chat knows its newest problem; its mark may point at a newer one that was deleted with its contact": `
    select c.id from chat c
    cross join lateral (select coalesce(max(i.seq), 0) as seq from chat_item i
      left join event e on e.workspace_id = i.workspace_id and e.id = i.event_id
      where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.kind = 'card' and i.data->>'level' = 'problem'
        and not coalesce(${isDeleted("e")}, false)) newest
    where c.problem_seq <> newest.seq and not (c.problem_seq > newest.seq and exists (select from chat_item i
      join event e on e.workspace_id = i.workspace_id and e.id = i.event_id
      where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.seq = c.problem_seq and ${isDeleted("e")}))`,
  "a chat knows when its last message came": `
    select c.id from chat c join lateral (select max(i.created_at) as at from chat_item i
      where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.kind = 'message') m on true where m.at <> c.last_message_at`,
  "a contact has 100 attributes at most": "select id from contact where (select count(*) from jsonb_object_keys(attributes)) > 100",
  "a call that ended left one outcome in its chat, and one that runs none": `
    select a.id from action_call a where not a.is_resend and (a.state <> 'sending') <> (1 =
      (select count(*) from chat_item i where i.workspace_id = a.workspace_id and i.chat_id = a.chat_id and i.kind = 'action' and i.data->>'callId' = a.id::text))`,
  "an invitation is open for its own e-mail, or was accepted, or revoked": `
    select id from invitation where open_for <> email
      or (open_for is not null)::int + (accepted_at is not null)::int + (revoked_at is not null)::int <> 1`,
  "nobody who is invited is a member already": `
    select i.id from invitation i join account a on a.email = i.open_for
    join member m on m.workspace_id = i.workspace_id and m.account_id = a.id`,
  "an admin's reset link counts for a member of that workspace alone": `
    select r.id from reset_link r where r.workspace_id is not null and r.used_at is null and r.withdrawn_at is null and
      (select coalesce(bool_and(m.workspace_id = r.workspace_id), false) from member m where m.account_id = r.account_id) = false`,
  "an account that belongs to nothing was a member once, or came by an invitation": `
    select a.id from account a where not exists (select from member m where m.account_id = a.id)
      and not exists (select from audit_entry e where e.account_id = a.id)`,
  "what a channel reported is processed within the hour, and keeps its payload until then": `
    select id from inbound_message where processed_at is null and (payload is null or received_at < now() - interval '1 hour')`,
  "no workspace with work in a queue is without its turn, but in the search, whose batches all of them share": `
    select w.workspace_id as id from (
      select workspace_id, case when sender like 'f:%' then 'files' else 'inbound' end as queue from inbound_message where processed_at is null
      union select workspace_id, 'outbound' from outbound_message where state in ('queued', 'sending')
      union select workspace_id, 'push' from push_chat where due_at is not null
      union select workspace_id, 'deleted contacts' from contact where deleted_at is not null
      union select workspace_id, 'erased people' from erased_person
      union select workspace_id, 'cards' from pending_card
      union select workspace_id, 'problems' from problem_refresh
      union select workspace_id, 'moves' from event_move
      union select workspace_id, 'scheduled' from scheduled_message where failure is null
      union select workspace_id, 'merges' from contact_move
      union select d.workspace_id, 'webhooks' from webhook_delivery d
        join webhook_endpoint e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id and e.url is not null and e.disabled_at is null
        where d.state in ('waiting', 'sending')
      union select workspace_id, 'imports' from contact_import
      union select m.workspace_id, 'come back' from member m join workspace w on w.id = m.workspace_id
        where w.come_back <> 'off' and w.deleted_at is null
    ) w where not exists (select from queue_turn t where t.workspace_id = w.workspace_id and t.queue = w.queue)`,
  "an import counts its lines by their results, and what a run made is a contact that has the line's userId": `
    select i.id from contact_import i where i.state <> 'uploading' and i.check_offset >= 0 and (
      i.created > i.written or i.written > i.ran_lines or i.removed + i.stayed > i.created or i.bytes > 209715200 or i.lines > 1002000
      or i.lines <> (select coalesce(sum(c.value::integer), 0) from jsonb_each_text(i.counts) c)
      or i.kept_lines <> (select count(*) from contact_import_line l where l.workspace_id = i.workspace_id and l.import_id = i.id)
      or i.state in ('done', 'cancelled') and i.finished_at is null)
    union all select l.import_id from contact_import_line l join contact c on c.workspace_id = l.workspace_id and c.id = l.contact_id
      where l.result <> 'new' or c.user_id is distinct from l.user_id and c.deleted_at is null`,
  "a line of an import is that of an import, and only one that is written has values": `
    select l.import_id from contact_import_line l
    where not exists (select from contact_import i where i.workspace_id = l.workspace_id and i.id = l.import_id)
      or (l.fields is null) <> (l.result in ('duplicate', 'empty') or l.result = 'refused' and l.fields is null) or (l.fields is null) <> (l.attributes is null)`,
  "a webhook is sent of an event that is there, and once for each endpoint, with as many tries as the schedule has": `
    select d.event_id as id from webhook_delivery d where d.attempts > 10 or d.state not in ('waiting', 'sending', 'delivered', 'failed', 'skipped')
      or not exists (select from webhook_event v where v.workspace_id = d.workspace_id and v.id = d.event_id)`,
  "a webhook event says nothing of somebody who is gone and removed": `
    select v.id from webhook_event v where v.position <= 0
      or (v.contact_id is not null and not exists (select from contact c where c.workspace_id = v.workspace_id and c.id = v.contact_id))`,
  "the table of problems says what the events and marks say": `
    with events as (
      select *, coalesce(contact_id, person_id) as owner, case when length(properties->>'reference') between 1 and 255
        then properties->>'reference' else '' end as reference
      from event e where not ${isDeleted("e")}
    ),
    placed as (
      select *, min(occurred_at) filter (where level = 'info' and reference <> '') over later as next_info,
        count(*) filter (where level = 'info' and reference <> '') over later as infos_after
      from events
      window later as (partition by workspace_id, owner, reference order by occurred_at desc, received_at desc, id desc
        rows between unbounded preceding and 1 preceding)
    ),
    marked as (
      select e.*, (
        select min(h.at) from problem_handled h where h.workspace_id = e.workspace_id and h.owner_id = e.owner and h.reference = e.reference
          and h.event = e.event and h.undone_at is null and h.at >= case e.reference when '' then e.received_at else e.occurred_at end
      ) as next_mark
      from placed e where e.level = 'problem'
    ),
    -- Without a reference, what arrived after the last mark before the newest arrival stands for the problem.
    runs as (
      select e.*, (
        select max(h.at) from problem_handled h where h.workspace_id = e.workspace_id and h.owner_id = e.owner and h.reference = ''
          and h.event = e.event and h.undone_at is null and h.at < e.newest_at
      ) as previous_mark
      from (select *, max(received_at) over (partition by workspace_id, owner, event) as newest_at from marked where reference = '') e
    ),
    ended as (
      select *, least(next_info, next_mark) as closed_at, row_number() over same as nth,
        infos_after = first_value(infos_after) over same
          and (next_mark is null or next_mark >= first_value(occurred_at) over same) as is_counted
      from marked
      where reference <> ''
      window same as (partition by workspace_id, owner, reference, event order by occurred_at desc, received_at desc, id desc)
      union all
      select m.*, case when r.is_counted then r.next_mark else r.previous_mark end, row_number() over (
          partition by r.workspace_id, r.owner, r.event order by r.is_counted desc, r.occurred_at desc, r.received_at desc, r.id desc
        ), r.is_counted
      from (select *, previous_mark is null or received_at > previous_mark as is_counted from runs) r
      join marked m on m.workspace_id = r.workspace_id and m.id = r.id
    ),
    expected as (
      select workspace_id, owner, reference, event, (array_agg(id order by nth))[1] as last, (array_agg(occurred_at order by nth))[1] as occurred_at,
        (array_agg(received_at order by nth))[1] as received_at, (array_agg(closed_at order by nth))[1] as closed_at,
        (count(*) filter (where is_counted))::int as count, min(occurred_at) filter (where is_counted) as first_at,
        (array_agg(closed_at order by nth))[1 + count(*) filter (where is_counted)] as previous
      from ended group by 1, 2, 3, 4
    ),
    actual as (
      select workspace_id, owner_id as owner, reference, event, last_event_id as last, last_at as occurred_at, last_received_at as received_at,
        closed_at, count, first_at, previous_closed_at as previous
      from problem
    )
    select owner from ((select * from expected except all select * from actual) union all (select * from actual except all select * from expected)) d`,
  "a contact that is not deleted says when it was seen, and no other": `
    select c.id from contact c left join contact_activity a on a.workspace_id = c.workspace_id and a.contact_id = c.id
    where (c.deleted_at is null and c.merged_into_id is null) <> (a.contact_id is not null)
    union all select a.contact_id from contact_activity a
      where not exists (select from contact c where c.workspace_id = a.workspace_id and c.id = a.contact_id)`,
  "a contact is found by its attributes as they are, and no other": `
    select coalesce(c.id, f.contact_id) from (select * from contact c where c.attributes <> '{}') c
    full join contact_facet f on f.workspace_id = c.workspace_id and f.contact_id = c.id
    where f.facets is distinct from contact_facets(c.workspace_id, c.attributes)`,
  "a mark is that of a problem": `
    select h.id from problem_handled h where not exists (
      select from problem p where p.workspace_id = h.workspace_id and p.owner_id = h.owner_id and p.reference = h.reference and p.event = h.event)`,
  "the first answers are those to customers who waited, each since their first message after an answer or a closing": `
    with turns as (
      select workspace_id, chat_id, seq, created_at, case when kind = 'message' then author::text else 'closing' end as turn from chat_item
      where (kind = 'message' and author <> 'system') or (kind = 'note' and author = 'system' and data->'change'->>'what' = 'closed')
    ),
    placed as (
      select *, coalesce(sum((turn <> 'customer')::int) over (partition by workspace_id, chat_id order by seq
        rows between unbounded preceding and 1 preceding), 0) as stretch
      from turns
    ),
    asked as (
      select workspace_id, chat_id, stretch, (array_agg(created_at order by seq))[1] as at from placed where turn = 'customer' group by 1, 2, 3
    ),
    expected as (
      select a.workspace_id, a.chat_id, a.seq, least(q.at, a.created_at) as asked_at, a.created_at as answered_at
      from placed a join asked q on q.workspace_id = a.workspace_id and q.chat_id = a.chat_id and q.stretch = a.stretch where a.turn = 'agent'
    ),
    actual as (select workspace_id, chat_id, seq, asked_at, answered_at from first_answer)
    select chat_id from ((select * from expected except all select * from actual) union all (select * from actual except all select * from expected)) d`,
  "nobody has read further than a chat goes": `
    select c.id from chat_read r join chat c on c.workspace_id = r.workspace_id and c.id = r.chat_id where r.seq > c.last_seq`,
};

/** The rules about what is not a workspace's own: they name rows of several workspaces. */
export const acrossWorkspaces: ReadonlySet<string> = new Set([
  "an admin's reset link counts for a member of that workspace alone",
  "an account that belongs to nothing was a member once, or came by an invitation",
]);

/** One statement for all rules that are wanted. */
export const breachesStatement = (isWanted: (rule: string) => boolean = () => true): string =>
  Object.entries(rules)
    .filter(([rule]) => isWanted(rule))
    .map(
      ([rule, sql]) =>
        `select '${rule.replaceAll("'", "''")}' as rule, array_agg(broken.id::text) as rows from (${sql}) as broken(id) having count(*) > 0`,
    )
    .join("\nunion all\n");

/** Every rule that the database breaks now. */
export const breaches = (query: Query): Promise<Breach[]> => query<Breach>(breachesStatement());
