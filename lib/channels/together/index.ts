/**
 * Messages together are plain messages of many senders that are added to their chats in a few statements. All others are added one by
 * one by `lib/channels`.
 */

import { openChats } from "@/lib/channels/open-chat";
import { addedItem } from "@/lib/chats/added";
import type { MessageContent } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import * as people from "@/lib/people";
import { db } from "@/lib/platform/db";
import { isUnavailable, withRetry } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import { notify } from "@/lib/platform/notify";
import { appendStatement, openChatsStatement } from "./sql";

/** What is nothing but a message: no file, no link code, no answer to another one. `entry` is the stored one that it comes from. */
export type PlainMessage = { id: string; text: string; data: MessageContent; at: Date; entry: string };
/** Messages of one sender, in their order; all of one channel. */
export type Messages = { sender: people.NamedByChannel; messages: PlainMessage[] };

type InChat = Messages & { chatId: string; personId: string };

/**
 * Adds messages of many senders to their chats in a few statements, and ends the entries that they come from: of people about whom nothing
 * is new, and of senders of whom nobody is known. Returns the ids of the messages that were added; what is left is to be processed one by
 * one.
 */
export async function ingestTogether(workspaceId: string, all: readonly Messages[]): Promise<Set<string>> {
  const found = await people.findPeople(db(), workspaceId, all.map(earliest));
  const unknown = all.filter((_, n) => found[n] === undefined);
  const known = all.flatMap(({ sender, messages }, n) => {
    const person = found[n];
    const isPlain = person && !person.isBlocked && !person.isLate && !people.hasNewDetails(person, sender);
    return isPlain ? [{ sender, messages, personId: person.id }] : [];
  });
  const added = await unlessFailed(workspaceId, known, async () => {
    const inChats = await withChats(workspaceId, known);
    return withRetry(() => append(db(), workspaceId, inChats));
  });
  const begun = await unlessFailed(workspaceId, unknown, () =>
    withLinkingLock(workspaceId, "change", (tx) => begin(tx, workspaceId, unknown)),
  );
  return new Set([...added, ...begun].map(({ id }) => id));
}

/** What fails together is left: one by one, what is the reason fails alone. */
async function unlessFailed(workspaceId: string, of: readonly Messages[], work: () => Promise<Added[]>): Promise<Added[]> {
  if (of.length === 0) return [];
  const added = await work().catch((error: unknown): Added[] => {
    if (!isUnavailable(error) && !(error instanceof LeftOutError))
      log.warn({ error, workspaceId, senders: of.length }, "messages could not be added together; they are processed one by one");
    return [];
  });
  announce(workspaceId, added);
  return added;
}

/** Somebody may be known by a former name until a certain time, so the earliest message says whether they are. */
const earliest = ({ sender, messages }: Messages) => ({ sender, at: new Date(Math.min(...messages.map(({ at }) => at.getTime()))) });

async function withChats(workspaceId: string, known: (Messages & { personId: string })[]): Promise<InChat[]> {
  const ids = known.map(({ personId }) => personId);
  const open = new Map((await rows(db(), openChatsStatement)(workspaceId, ids)).map(({ personId, chatId }) => [personId, chatId]));
  return known.flatMap((one) => {
    const chatId = open.get(one.personId);
    return chatId === undefined ? [] : [{ ...one, chatId }];
  });
}

/** Something of it was erased meanwhile, or is in a chat already. */
class LeftOutError extends Error {}

/** Creates people and opens their chats with what they wrote, under the linking lock: with all of it, or nothing is kept. */
async function begin(tx: Runner, workspaceId: string, unknown: readonly Messages[]): Promise<Added[]> {
  const found = await people.findPeople(tx, workspaceId, unknown.map(earliest));
  const begun = withoutSharedNames(unknown.filter((_, n) => found[n] === undefined)).map((one) => {
    const at = one.messages[0]?.at ?? earliest(one).at;
    return { ...one, chatId: newId(), personId: newId(), at };
  });
  if (begun.length === 0) return [];
  const created = begun.map(({ personId, sender, at }) => ({ id: personId, sender, at }));
  const linked = await people.createPeople(tx, workspaceId, created);
  const chats = begun.map(({ chatId, personId, at }) => ({ id: chatId, personId, at }));
  await openChats(tx, workspaceId, chats, linked);
  const added = await append(tx, workspaceId, begun);
  if (added.length < begun.flatMap(({ messages }) => messages).length) throw new LeftOutError("Not everything is to be added.");
  return added;
}

/** Two senders who have a phone or an id in common may be one person: only the first of them is begun here. */
function withoutSharedNames(all: readonly Messages[]): Messages[] {
  const seen = new Set<string>();
  return all.filter(({ sender: { phone, channelUserId, parentUserId } }) => {
    const names = [phone && `p ${phone}`, channelUserId && `u ${channelUserId}`, parentUserId && `g ${parentUserId}`].filter(Boolean);
    const isFirst = names.every((name) => !seen.has(String(name)));
    for (const name of names) seen.add(String(name));
    return isFirst;
  });
}

type Added = PlainMessage & { chatId: string; personId: string; seq: number; name: string | null };

async function append(on: Runner, workspaceId: string, inChats: readonly InChat[]): Promise<Added[]> {
  const all = inChats.flatMap(({ sender, messages, chatId, personId }) =>
    messages.map((message) => ({ ...message, chatId, personId, name: sender.name ?? null })),
  );
  if (all.length === 0) return [];
  const list = JSON.stringify(all.map((message, n) => ({ n, ...message })));
  const entries = all.map(({ entry }) => entry);
  const chatIds = [...new Set(inChats.map(({ chatId }) => chatId))];
  const found = await rows(on, appendStatement)(workspaceId, list, entries, chatIds, inChats[0]?.sender.channel);
  const seqs = new Map(found.map(({ id, seq }) => [id, seq]));
  return all.flatMap((message) => {
    const seq = seqs.get(message.id);
    return seq === undefined ? [] : [{ ...message, seq }];
  });
}

const ofCustomer = { kind: "message", author: "customer", eventId: null, delivery: null } as const;

function announce(workspaceId: string, added: readonly Added[]): void {
  for (const { chatId, personId, seq, id, text, data, name, at } of added)
    notify(workspaceId, { chats: [{ id: chatId, seq }], people: [personId] }, () => [
      addedItem(chatId, { ...ofCustomer, id, seq, authorName: name, text, data, createdAt: at }),
    ]);
}
