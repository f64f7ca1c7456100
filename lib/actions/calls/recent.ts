import { z } from "zod";
import { maxCooldownSeconds } from "@/lib/actions/buttons/shared/limits";
import { currentTime } from "@/lib/platform/db/clock";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

export const LastPressRow = z.strictObject({ buttonId: z.uuid(), agentName: z.string(), startedAt: z.date() });
type PersonRef = { personId: string; contactId: string | null };

/** Since when presses count for cooldowns. */
export const pressesSince = (): Date => new Date(currentTime().getTime() - maxCooldownSeconds * 1000);

type Presses = {
  /** The condition on the people `q`, with their workspace. */
  people: string;
  buttons: string;
  since: string;
};

/**
 * The last press of each of these buttons for a person, in any of their chats, or for anybody linked to the same contact. A call
 * that certainly had no effect does not count: it was not sent, or the receiver rejected it (4xx).
 */
export const lastPressesQuery = ({ people, buttons, since }: Presses) => `
    select distinct on (a.button_id) a.button_id as "buttonId", a.agent_name as "agentName", a.started_at as "startedAt"
    from person q join action_call a on a.workspace_id = q.workspace_id and a.person_id = q.id
    where ${people} and a.button_id = any(${buttons}) and a.started_at > ${since}
      and a.is_sent and not (a.state = 'refused' and a.reply_status between 400 and 499)
    order by a.button_id, a.started_at desc`;

/** `$1` workspace, `$2` person, `$3` contact or null, `$4` buttons, `$5` since when. */
const lastPressesStatement = statement({ row: LastPressRow })`${lastPressesQuery({
  people: "q.workspace_id = $1::uuid and (q.id = $2::uuid or q.contact_id = $3::uuid)",
  buttons: "$4::uuid[]",
  since: "$5::timestamptz",
})}`;

export async function lastPresses(on: Runner, workspaceId: string, { personId, contactId }: PersonRef, buttonIds: string[]) {
  const found = await rows(on, lastPressesStatement)(workspaceId, personId, contactId, buttonIds, pressesSince());
  return new Map(found.map((row) => [row.buttonId, row]));
}

/** Held until the end of the transaction: presses of a button for one person run one after the other, across chats. */
export const lockCooldown = (on: Runner, workspaceId: string, { personId, contactId }: PersonRef, buttonId: string) =>
  run(on, { scope: "everywhere" })`
select pg_advisory_xact_lock(hashtextextended(${`press:${workspaceId}:${buttonId}:${contactId ?? personId}`}, 0))::text`;
