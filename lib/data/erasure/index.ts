/** Erasure removes what is kept of a person, a workspace or an account when it is asked for. What goes by its age is `retention`. */

import { isDeepStrictEqual } from "node:util";
import { dropWaiting } from "@/lib/channels/inbound/erase";
import { topicOf } from "@/lib/channels/website";
import * as contacts from "@/lib/context/contacts";
import { AppError } from "@/lib/kernel/errors";
import { requireMovesDone, withMovesDone } from "@/lib/people/event-moves";
import { type DisplayName, displayNameOf } from "@/lib/people/shared/display-name";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type Queries, rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import type { Erasable, Scope } from "./contract";
import { scheduleRemoval } from "./removal";
import { type ErasableRow, erasableStatement, eraseStatement, lockChatsStatement, lockPeopleStatement, namesStatement } from "./sql";

export { ageSeconds as erasureAgeSeconds, jobs, queue } from "./removal";

type Tx = Prisma.TransactionClient;

const chatsAtOnce = 500;
/** The people whom one transaction erases. */
const peopleAtOnce = 100;

// 404, not 403: a stranger must not learn that this person exists.
const noSuchPerson = () => new AppError("not_found", "There is no such person. They may have been erased.");

async function find(on: Queries, workspaceId: string, personId: string): Promise<ErasableRow> {
  const [found] = await rows(on, erasableStatement)(workspaceId, personId);
  if (!found) throw noSuchPerson();
  return found;
}

/** What an erasure would take. @throws not_found */
export async function read(workspaceId: string, personId: string): Promise<Erasable> {
  const { contactId, contactName, userId, others, chatsCount, filesCount, ...person } = await find(db(), workspaceId, personId);
  return {
    id: person.id,
    displayName: displayNameOf({ ...person, contactName }),
    ...{ chatsCount, filesCount },
    contact: contactId !== null && userId !== null ? { id: contactId, userId, displayName: contactName ?? userId } : null,
    others: others.map((other) => ({ id: other.id, channel: other.channel, displayName: displayNameOf(other) })),
  };
}

type Erasure = { by: Actor; displayName: DisplayName; scope: Scope };

/**
 * Erases somebody with their chats, and with `scope` contact also the contact and everybody who is linked to it. When it returns nothing
 * of them is found any more, however much there is; the rows and files are removed in the background. Of a contact with more than
 * `peopleAtOnce` people so many go in each transaction, and the person and the contact in the last one: whoever repeats it after an error
 * goes on with the rest. Its audit entries, one a transaction, have our ids and counts only, because the log is for ever.
 * @throws not_found, conflict when they are called something else by now, unavailable while very many events still follow a link
 */
export async function erase(workspaceId: string, personId: string, erasure: Erasure) {
  const total = { people: 0, chats: 0, events: 0 };
  for (let isOver = false; !isOver; ) {
    const done = await withMovesDone(workspaceId, () =>
      withLinkingLock(workspaceId, "change", (tx) => eraseSome(tx, workspaceId, personId, erasure)),
    );
    announce(workspaceId, done);
    total.people += done.people.length;
    total.chats += done.erased.chats.length;
    total.events += done.events;
    isOver = done.people.includes(personId);
  }
  return { erased: true as const, ...total };
}

type Done = { people: string[]; erased: ErasedPeople; removed: Parameters<typeof contacts.announceRemoved>[1] | undefined; events: number };

async function eraseSome(tx: Tx, workspaceId: string, personId: string, { by, displayName, scope }: Erasure): Promise<Done> {
  const { contactId, userId, contactName, ...person } = await find(tx, workspaceId, personId);
  if (!isDeepStrictEqual(displayNameOf({ ...person, contactName }), displayName))
    throw new AppError("conflict", "This is not what the person is called. Nothing was erased.");
  const contact = scope === "contact" && userId !== null ? await contacts.lock(tx, workspaceId, userId) : undefined;
  const others = contact && contactId !== null ? await othersLinkedTo(tx, workspaceId, { contactId, personId }) : [];
  const isLast = others.length < peopleAtOnce;
  const people = isLast ? [...others, personId] : others;
  const erased = await erasePeople(tx, workspaceId, people);
  if (!contact) await contacts.discardFiles(tx, workspaceId);
  const removed = contact && isLast ? await contacts.removeLocked(tx, workspaceId, contact) : undefined;
  const events = erased.events + (removed?.eventsDeleted ?? 0);
  const counts = { peopleErased: people.length, chatsErased: erased.chats.length, eventsDeleted: events };
  const details = { ...counts, contactDeleted: removed !== undefined };
  await audit.record(tx, workspaceId, by, { what: "person.erased", subject: personId, details });
  return { people, erased, removed, events };
}

/** Other people of a contact, `peopleAtOnce` at most. */
async function othersLinkedTo(tx: Tx, workspaceId: string, { contactId, personId }: Record<"contactId" | "personId", string>) {
  const where = { workspaceId, contactId, NOT: { id: personId } };
  const found = await tx.person.findMany({ where, select: { id: true }, orderBy: { id: "asc" }, take: peopleAtOnce });
  return found.map(({ id }) => id);
}

type ErasedPeople = { chats: string[]; calls: string[]; visitors: string[]; events: number };

/** In one order of locks: what waits in the queue, chats, people. Needs the linking lock for `change`. */
async function erasePeople(tx: Tx, workspaceId: string, people: string[]): Promise<ErasedPeople> {
  await requireMovesDone(tx, workspaceId, { people });
  const known = await rows(tx, namesStatement)(workspaceId, people);
  const ofChats = await tx.chat.findMany({ where: { workspaceId, personId: { in: people } }, select: { id: true } });
  const names = known.flatMap((one) => one.names);
  await dropWaiting(tx, workspaceId, { names, chatIds: ofChats.map(({ id }) => id) });
  // Under the linking lock no other chat begins meanwhile.
  const chats = (await rows(tx, lockChatsStatement)(workspaceId, people)).map(({ id }) => id);
  await rows(tx, lockPeopleStatement)(workspaceId, people);
  const byPerson = JSON.stringify(Object.fromEntries(known.map((one) => [one.personId, one.names])));
  const [erased] = await rows(tx, eraseStatement)(workspaceId, people, chats, byPerson);
  if (!erased) throw new Error("Nobody was erased.");
  const visitors = known.flatMap(({ visitorId }) => (visitorId === null ? [] : [visitorId]));
  return { chats, calls: erased.calls, visitors, events: erased.events };
}

/** Open screens lose the chats, and visitors who have their page open a conversation that is gone. */
function announce(workspaceId: string, { people, erased, removed }: Done): void {
  const { chats, calls, visitors } = erased;
  for (let at = 0; at === 0 || at < chats.length; at += chatsAtOnce) {
    const reset = chats.slice(at, at + chatsAtOnce);
    notify(workspaceId, { chats: reset.map((id) => ({ id, seq: 0 })), reset, ...(at === 0 && { people, calls }) });
  }
  for (const visitorId of visitors) notify(topicOf(visitorId), { people });
  if (removed) contacts.announceRemoved(workspaceId, removed);
  scheduleRemoval();
}
