import { recordConflict } from "@/lib/people/conflicts";
import { relinkChats } from "@/lib/people/relink-chats";
import { phoneVariant } from "@/lib/people/shared/phone-variants";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { otherHolderStatement } from "./sql";

/** A contact and a phone came together. When another one has it, the two stay apart and an admin decides. Returns whether one has it. */
export async function recordPhoneConflict(on: Runner, workspaceId: string, { id, phone }: { id: string; phone: string }): Promise<boolean> {
  const [other] = await rows(on, otherHolderStatement)(workspaceId, id, phone, phoneVariant(phone) ?? null);
  if (other) await recordConflict(on, workspaceId, { contactId: id, otherContactId: other.id, phone });
  return other !== undefined;
}

/**
 * Gives a contact without a phone one that came with its signed userId, unless another contact has it. Needs the linking lock for
 * `change`. Returns the people whose link changed.
 */
export async function fillPhone(on: Runner, workspaceId: string, { id, phone }: { id: string; phone: string }): Promise<string[]> {
  if (await recordPhoneConflict(on, workspaceId, { id, phone })) return [];
  await run(on, { workspace: workspaceId })`
    update contact set phone = ${phone}, phone_since = clock_timestamp(), updated_at = now()
    where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid and phone is null`;
  return relinkChats(on, workspaceId, { phones: [phone] });
}
