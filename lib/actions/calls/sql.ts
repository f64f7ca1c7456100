import { z } from "zod";
import { highestId } from "@/lib/kernel/id-bounds";
import { IdRow } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { CallDetail, CallSummary } from "./contract";

/**
 * The state of the call `a` in the words of the contract. Success is stored under the word that instances of the first version read, and they
 * take for failed what was sent and got no answer (decision 119).
 */
export const stateOf = (a: string) => `case
  when ${a}.state = 'delivered' then 'succeeded'
  when ${a}.state = 'failed' and ${a}.is_sent and ${a}.answer_by is null then 'unknown'
  else ${a}.state::text
end`;

const columns = `a.id, ${stateOf("a")} as state, a.is_resend as "isResend", a.agent_name as "agentName", a.reply_status as "replyStatus",
  a.started_at as "startedAt", a.took_ms as "tookMs", a.button_id as "buttonId", a.label, a.chat_id as "chatId", a.reason,
  a.is_noted as "isNoted", a.recorded_event_id as "recordedEventId",
  p.name, p.phone, p.visitor_id as "visitorId", k.name as "contactName"`;

const personFields = {
  name: z.string().nullable(),
  phone: z.string().nullable(),
  visitorId: z.string().nullable(),
  contactName: z.string().nullable(),
};

/** A call in the list. */
export const CallRow = z.strictObject({
  ...CallSummary.omit({ displayName: true, hasEvent: true }).shape,
  ...personFields,
  startedAt: z.date(),
  recordedEventId: z.uuid().nullable(),
});

const people = `
join person p on p.workspace_id = a.workspace_id and p.id = a.person_id
left join contact k on k.workspace_id = p.workspace_id and k.id = p.contact_id`;

/**
 * The bounds of a list: `$4` from, `$5` to, `$6` and `$7` the last row's time and id, each or null. They are compared as rows and without an
 * "or", so that the index gives them in order with a generic plan too.
 */
export const within = `a.started_at >= coalesce($4::timestamptz, '-infinity') and a.started_at < coalesce($5::timestamptz, 'infinity')
  and (a.started_at, a.id) < (coalesce($6::timestamptz, 'infinity'), coalesce($7::uuid, '${highestId}'))`;

/** What a list is restricted to: `$2` states, and `$3` button, each or null. */
export const isListed = `($2::text[] is null or ${stateOf("a")} = any($2::text[]))
  and ($3::uuid is null or a.button_id = $3::uuid)`;

export const newestFirst = "order by a.started_at desc, a.id desc";

/** `$1` workspace, `$2` to `$7` as above, `$8` how many. */
export const listStatement = statement({
  row: CallRow,
})`select ${columns} from action_call a ${people} where a.workspace_id = $1::uuid and ${within} and ${isListed} ${newestFirst} limit $8::int`;

/** A call with everything that is stored of it. */
const CallDetailRow = z.strictObject({
  ...CallDetail.omit({ displayName: true, hasEvent: true, recordedEvent: true, sendings: true, unshown: true }).shape,
  ...CallRow.shape,
  answerBy: z.date().nullable(),
  finishedAt: z.date().nullable(),
  eventName: z.string().nullable(),
});

/** `$1` workspace, `$2` call. */
export const getStatement = statement({ row: CallDetailRow })`
select ${columns}, a.action, a.delivery_id as "deliveryId", a.url, a.request_body as "requestBody", a.request_headers as "requestHeaders",
  a.reply_headers as "replyHeaders", a.reply_body as "replyBody", a.result_body as "resultBody", a.answer_by as "answerBy",
  a.finished_at as "finishedAt", e.event as "eventName"
from action_call a ${people}
left join event e on e.workspace_id = a.workspace_id and e.id = a.recorded_event_id
where a.workspace_id = $1::uuid and a.id = $2::uuid
`;

/** `$1` the cutoff: workspaces that have calls to remove. */
export const expiredStatement = statement({ row: IdRow, scope: "all" })`
select w.id from workspace w where exists (
  select from action_call a where a.workspace_id = w.id and a.started_at < $1::timestamptz and a.state not in ('sending', 'working')
)`;

const RemovedRow = z.strictObject({ count: z.int(), reset: z.array(z.uuid()) });

/**
 * `$1` workspace, `$2` the cutoff, `$3` the limit. Locked rows are skipped and left for the next run. The notes of the calls stay, and
 * lose what was filled in with the body that was sent; what a press was about goes with its event.
 */
export const removeStatement = statement({ row: RemovedRow, writes: true })`
with removed as (
  delete from action_call where workspace_id = $1::uuid and id in (
    select id from action_call
    where workspace_id = $1::uuid and started_at < $2::timestamptz and state not in ('sending', 'working')
    order by started_at limit $3::int for update skip locked
  )
  returning id
),
forgotten as (
  update chat_item i set data = i.data - 'inputs'
  where i.workspace_id = $1::uuid and i.kind = 'action' and i.data ? 'inputs' and i.data->>'callId' in (select id::text from removed)
  returning i.chat_id
)
select (select count(*)::int from removed) as count, coalesce((select json_agg(distinct chat_id) from forgotten), '[]'::json) as reset`;
