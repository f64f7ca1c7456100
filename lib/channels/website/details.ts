import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { notify } from "@/lib/platform/notify";
import { requireUnblocked } from "./known-visitor";

/**
 * Keeps an e-mail address as the visitor typed it: agents see it as a suggestion, and it links nobody (contract §4).
 * @throws conflict before the first message, forbidden for a blocked visitor
 */
export async function leaveEmail(workspaceId: string, visitorId: string, email: string): Promise<{ email: string }> {
  const visitor = await requireUnblocked(workspaceId, visitorId);
  if (!visitor) throw new AppError("conflict", "Write a message first, then leave your address.");
  await db().person.updateMany({ where: { workspaceId, id: visitor.personId }, data: { email } });
  notify(workspaceId, { people: [visitor.personId] });
  return { email };
}
