import * as contacts from "@/lib/context/contacts";
import { AppError } from "@/lib/kernel/errors";
import * as people from "@/lib/people";
import { contactOf } from "@/lib/people/contact-of";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type Runner, run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import * as limit from "@/lib/platform/rate-limit";
import * as secrets from "@/lib/workspace/secrets";
import { type Identity, readIdentity } from "./jwt";
import { requireUnblocked } from "./known-visitor";
import { topicOf } from "./visitor";

/** Wrong tokens a minute of one visitor: nobody guesses a signature, but each one costs a look-up. */
const maxFailures = 10;

/**
 * Links the visitor to the contact that the customer's server named, and makes the contact when it is new (contract §8).
 * @throws invalid_request, rate_limited, forbidden, conflict when the visitor is linked to another contact for good
 */
export async function identify(workspaceId: string, visitorId: string, token: string): Promise<{ isLinked: true; ignored: string[] }> {
  const known = await requireUnblocked(workspaceId, visitorId);
  const identity = await readOrCount(workspaceId, visitorId, token);
  if (known && (await isLinkedAlready(workspaceId, known.personId, identity))) return { isLinked: true, ignored: identity.ignored };
  const at = currentTime();
  const { personId, contactId } = await withLinkingLock(workspaceId, "change", (tx) => link(tx, { workspaceId, visitorId, at }, identity));
  notify(workspaceId, { people: [personId], contacts: [contactId] });
  if (!known) notify(topicOf(visitorId), { people: [personId] });
  return { isLinked: true, ignored: identity.ignored };
}

/** The common case, on every page of somebody who is signed in: nothing is new, so nothing is locked. */
async function isLinkedAlready(workspaceId: string, personId: string, { userId, name, email }: Identity): Promise<boolean> {
  const contactId = await contactOf(db(), workspaceId, userId);
  if (contactId === undefined) return false;
  const found = await db().person.count({
    where: {
      workspaceId,
      id: personId,
      linkedBy: "signed",
      contactId,
      ...(name && { name }),
      ...(email && { email }),
    },
  });
  return found > 0;
}

async function readOrCount(workspaceId: string, visitorId: string, token: string): Promise<Identity> {
  const counter = `identify:${workspaceId}:${visitorId}`;
  const { allowed, resetSeconds } = await limit.peek(counter, maxFailures);
  if (!allowed) {
    throw new AppError("rate_limited", `Too many wrong identify tokens. Wait ${resetSeconds} seconds.`, {
      "retry-after": String(resetSeconds),
    });
  }
  const keys = await secretsOf(workspaceId);
  try {
    return readIdentity(token, { secrets: keys, nowSeconds: currentTime().getTime() / 1000 });
  } catch (error) {
    await limit.consume(counter, maxFailures);
    throw error;
  }
}

/** The contact that a token would link a visitor to now. Nobody is linked. @throws invalid_request, unavailable */
export async function inspect(workspaceId: string, token: string): Promise<{ userId: string; createsContact: boolean; ignored: string[] }> {
  const keys = await secretsOf(workspaceId);
  const { userId, ignored } = readIdentity(token, { secrets: keys, nowSeconds: currentTime().getTime() / 1000 });
  return { userId, createsContact: (await contactOf(db(), workspaceId, userId)) === undefined, ignored };
}

/** @throws unavailable: a conflict would tell the page to begin a new visitor */
async function secretsOf(workspaceId: string): Promise<string[]> {
  try {
    return await secrets.forIdentifying(workspaceId);
  } catch (error) {
    if (error instanceof secrets.UnreadableSecretError) throw new AppError("unavailable", error.message);
    throw error;
  }
}

type Where = { workspaceId: string; visitorId: string; at: Date };

async function link(tx: Prisma.TransactionClient, { workspaceId, visitorId, at }: Where, { userId, name, email, phone }: Identity) {
  const sender = { channel: "website", visitorId, name, email } as const;
  const person = await people.findOrCreatePerson(tx, workspaceId, sender, at);
  const existing = await tx.contact.count({ where: { workspaceId, userId } });
  const contactId = await people.linkSignedUser(tx, workspaceId, { personId: person.id, userId, at });
  if (!contactId) {
    throw new AppError("conflict", "This visitor belongs to another contact for good. Begin a new visitor, then identify them.");
  }
  await blockAsElsewhere(tx, workspaceId, { personId: person.id, contactId });
  if (existing === 0) await fill(tx, workspaceId, { contactId, name, email });
  const takePhone = existing === 0 ? contacts.fillPhone : contacts.recordPhoneConflict;
  if (phone !== undefined) await takePhone(tx, workspaceId, { id: contactId, phone });
  return { personId: person.id, contactId };
}

/** A block holds for whom the website signs, in whatever browser they come back. */
async function blockAsElsewhere(on: Runner, workspaceId: string, { personId, contactId }: { personId: string; contactId: string }) {
  await run(on, { workspace: workspaceId })`
    update person p set blocked_at = (
      select min(q.blocked_at) from person q
      where q.workspace_id = ${workspaceId}::uuid and q.contact_id = ${contactId}::uuid and q.linked_by = 'signed'
    )
    where p.workspace_id = ${workspaceId}::uuid and p.id = ${personId}::uuid and p.blocked_at is null`;
}

type New = Pick<Identity, "name" | "email"> & { contactId: string };

/** What the token says of a contact that it made. What the API sent is never changed, and a phone that somebody has stays theirs. */
async function fill(on: Runner, workspaceId: string, { contactId, name, email }: New): Promise<void> {
  await run(on, { workspace: workspaceId })`
    update contact c set name = ${name ?? null}, email = ${email ?? null}, email_key = ${email?.toLowerCase() ?? null}
    where c.workspace_id = ${workspaceId}::uuid and c.id = ${contactId}::uuid`;
}
