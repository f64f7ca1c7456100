import { z } from "zod";
import { noContactWithId } from "@/lib/context/contacts/missing";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";

const KnownRow = z.strictObject({ userId: z.string() });

/** The userId of a contact. @throws not_found */
export async function userIdOf(workspaceId: string, contactId: string): Promise<string> {
  const [known] = await rows(db(), { row: KnownRow, workspace: workspaceId })`
    select user_id as "userId" from contact
    where workspace_id = ${workspaceId}::uuid and id = ${contactId}::uuid and deleted_at is null`;
  if (!known) throw noContactWithId();
  return known.userId;
}
