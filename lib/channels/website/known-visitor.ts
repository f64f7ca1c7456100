import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import * as networks from "./networks";

/** A visitor who has written, left a file, or was identified. */
export type KnownVisitor = { personId: string; isBlocked: boolean };

export async function knownVisitor(workspaceId: string, visitorId: string): Promise<KnownVisitor | undefined> {
  const person = await db().person.findUnique({
    where: { workspaceId_visitorId: { workspaceId, visitorId } },
    select: { id: true, blockedAt: true },
  });
  return person ? { personId: person.id, isBlocked: person.blockedAt !== null } : undefined;
}

const refused = () => new AppError("forbidden", "This chat does not accept your messages.");

/** The visitor, if known. @throws forbidden when they are blocked */
export async function requireUnblocked(workspaceId: string, visitorId: string): Promise<KnownVisitor | undefined> {
  const visitor = await knownVisitor(workspaceId, visitorId);
  if (visitor?.isBlocked) throw refused();
  return visitor;
}

/** A visitor who calls; `network` is a digest of where from, undefined when that is not known. */
export type Visitor = { visitorId: string; network: string | undefined };

/** The same for what somebody new may do only where nobody was blocked lately. @throws forbidden */
export async function requireAdmitted(workspaceId: string, visitor: Visitor): Promise<Admitted> {
  const known = await requireUnblocked(workspaceId, visitor.visitorId);
  if (known) return { known, isNamed: true };
  const { isHeld, isNamed } = await networkState(workspaceId, visitor);
  if (isHeld) throw refused();
  return { known: undefined, isNamed };
}

/** `isNamed`: a chat that begins may have to say whom it may be of. */
type Admitted = { known: KnownVisitor | undefined; isNamed: boolean };

/** What the network of somebody new is to them. */
export const networkState = async (workspaceId: string, { network }: Visitor): Promise<networks.NetworkState> =>
  network === undefined ? { isHeld: false, isNamed: false } : networks.stateOf(workspaceId, network);
