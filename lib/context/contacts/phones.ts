import { recordConflict } from "@/lib/people/conflicts";
import { relinkChats } from "@/lib/people/relink-chats";
import { phoneVariant } from "@/lib/people/shared/phone-variants";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { changedAt } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { otherHolderStatement } from "./sql";

/** A contact and a phone came together. When another one has it, the two stay apart and an admin decides. Returns whether one has it. */
export async function recordPhoneConflict(on: Runner, workspaceId: string, { id, phone }: { id: string; phone: string }): Promise<boolean> {
  const [other] = await rows(on, otherHolderStatement)(workspaceId, id, phone, phoneVariant(phone) ?? null);
  if (other) await recordConflict(on, workspaceId, { contactId: id, otherContactId: other.id, phone });
  return other !== undefined;
}

/** `$1` workspace, `$2` contact, `$3` phone. */
const fillStatement = statement()`
update contact c set phone = $3::text, phone_since = clock_timestamp(), updated_at = ${changedAt("c")}
where c.workspace_id = $1::uuid and c.id = $2::uuid and c.phone is null`;

/**
 * Gives a contact without a phone one that came with its signed userId, unless another contact has it. Needs the linking lock for
 * `change`. Returns the people whose link changed.
 */
export async function fillPhone(on: Runner, workspaceId: string, { id, phone }: { id: string; phone: string }): Promise<string[]> {
  if (await recordPhoneConflict(on, workspaceId, { id, phone })) return [];
  await run(on, fillStatement)(workspaceId, id, phone);
  return relinkChats(on, workspaceId, { phones: [phone] });
}
