import { addDigest } from "@/lib/chats/digest";
import { areGivenInTurn, assignInTurn } from "@/lib/chats/in-turn";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import * as people from "@/lib/people";
import { IdRow, type Runner, rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

export type ChatOfPerson = { chatId: string; personId: string };

/** @throws forbidden */
function refuseBlocked({ isBlocked }: { isBlocked: boolean }): void {
  if (isBlocked) throw new AppError("forbidden", "This chat does not accept your messages.");
}

/**
 * The common case, without the linking lock: nothing about the person is new. The locked row keeps the chat from being closed.
 * @throws forbidden for a blocked person
 */
export async function findOpenChat(tx: Runner, workspaceId: string, sender: people.Sender, at: Date): Promise<ChatOfPerson | undefined> {
  const found = await people.findPerson(tx, workspaceId, sender, at);
  if (found) refuseBlocked(found);
  if (!found || people.hasNewDetails(found, sender)) return undefined;
  const chatId = await openChatOf(tx, workspaceId, found.id);
  return chatId === undefined ? undefined : { chatId, personId: found.id };
}

async function openChatOf(tx: Runner, workspaceId: string, personId: string): Promise<string | undefined> {
  const [chat] = await rows(tx, { row: IdRow, workspace: workspaceId, writes: true })`
    select id from chat where workspace_id = ${workspaceId}::uuid and open_for = ${personId}::uuid for update`;
  return chat?.id;
}

/** A saved person, and the chats that ended because two people turned out to be this one. */
type Saved = { personId: string; ended: people.EndedChat[] };

/** Stores new details of the person, and links them. Needs the linking lock for `change`. @throws forbidden for a blocked person */
export async function savePerson(tx: Runner, workspaceId: string, sender: people.Sender, at: Date): Promise<Saved> {
  const person = await people.findOrCreatePerson(tx, workspaceId, sender, at);
  refuseBlocked(person);
  if (people.isVisitor(sender) && sender.userId)
    await people.linkSignedUser(tx, workspaceId, { personId: person.id, userId: sender.userId, at });
  return { personId: person.id, ended: person.ended };
}

type Opened = { chatId: string; isNew: boolean };
type Opening = { personId: string; at: Date; isJustLinked?: boolean };

/** `$1` workspace, `$2` chats as JSON. Somebody with an open chat gets no other. */
const openStatement = statement({ row: IdRow, writes: true })`
insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
select $1::uuid, c.id, c."personId", 'open', c."personId", 0, c.at, c.at, c.at
from jsonb_to_recordset($2::jsonb) as c(id uuid, "personId" uuid, at timestamptz)
on conflict (workspace_id, open_for) do nothing returning id`;

/**
 * Finds or opens the person's chat, under the linking lock. A new one begins with what went wrong for them lately, and is given to a
 * member if the workspace wants that; one that was just linked gets the former now.
 */
export async function openChat(tx: Runner, workspaceId: string, { personId, at, isJustLinked = false }: Opening): Promise<Opened> {
  const [opened] = await rows(tx, openStatement)(workspaceId, JSON.stringify([{ id: newId(), personId, at }]));
  const chatId = opened?.id ?? (await openChatOf(tx, workspaceId, personId));
  if (!chatId) throw new Error(`No chat could be opened for person ${personId}.`);
  if (opened || isJustLinked) await addDigest(tx, workspaceId, chatId, at);
  if (opened) await assignInTurn(tx, workspaceId, chatId, at);
  return { chatId, isNew: opened !== undefined };
}

type NewChat = { id: string; personId: string; at: Date };

/** The same for people who were just created: only those who are `linked` to a contact can have had problems. */
export async function openChats(tx: Runner, workspaceId: string, chats: readonly NewChat[], linked: readonly string[]): Promise<void> {
  await rows(tx, openStatement)(workspaceId, JSON.stringify(chats));
  for (const { id, personId, at } of chats) if (linked.includes(personId)) await addDigest(tx, workspaceId, id, at);
  if (await areGivenInTurn(tx, workspaceId)) for (const { id, at } of chats) await assignInTurn(tx, workspaceId, id, at);
}
