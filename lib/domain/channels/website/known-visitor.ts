import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";

/** A visitor who has written, left a file, or was identified. */
export type KnownVisitor = { personId: string; isBlocked: boolean };

export async function knownVisitor(workspaceId: string, visitorId: string): Promise<KnownVisitor | undefined> {
  const person = await db().person.findUnique({
    where: { workspaceId_visitorId: { workspaceId, visitorId } },
    select: { id: true, blockedAt: true },
  });
  return person ? { personId: person.id, isBlocked: person.blockedAt !== null } : undefined;
}

/** The visitor, if known. @throws forbidden when they are blocked */
export async function requireUnblocked(workspaceId: string, visitorId: string): Promise<KnownVisitor | undefined> {
  const visitor = await knownVisitor(workspaceId, visitorId);
  if (visitor?.isBlocked) throw new AppError("forbidden", "This chat does not accept your messages.");
  return visitor;
}
