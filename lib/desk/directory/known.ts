import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";

const KnownRow = z.strictObject({ userId: z.string() });

// 404, not 403: a stranger must not learn that this contact exists.
export const noSuchContact = () => new AppError("not_found", "There is no such contact. It may have been deleted.");

/** The userId of a contact. @throws not_found */
export async function userIdOf(workspaceId: string, contactId: string): Promise<string> {
  const [known] = await rows(db(), { row: KnownRow, workspace: workspaceId })`
    select user_id as "userId" from contact
    where workspace_id = ${workspaceId}::uuid and id = ${contactId}::uuid and deleted_at is null`;
  if (!known) throw noSuchContact();
  return known.userId;
}
