import type { z } from "zod";
import { noSuchChat } from "@/lib/chats";
import { addChange } from "@/lib/chats/changes";
import { chatsStatement } from "@/lib/context/events/problem-cards";
import { type HandleAll, maxHandledAtOnce } from "@/lib/context/problems/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import {
  type AboutRow,
  chatOfContactStatement,
  closeAllStatement,
  coveredStatement,
  lockStatement,
  markAllStatement,
  openAllStatement,
  ownerStatement,
  pressStatement,
  refreshAllStatement,
  undoAllStatement,
  undoneStatement,
} from "./sql";

type Agent = { id: string; name: string };
type Press = HandleAll & { agent: Agent };
type Done = { at: Date; count: number; isDone: boolean };
type About = z.output<typeof AboutRow>;
/** How many problems of a name a step's press is about, for its trace in the chat; none but in one step of a press. */
type Traced = { event: string; reference: string; count: number; lastEventId: string }[];

/**
 * An agent closes the open problems of the person in the chat, or takes back a press of theirs that did: `maxHandledAtOnce` at a time, so
 * that nobody waits for very many. All calls of a press have its time, and cover what had arrived by then. Stopped in between, what is
 * left is open, and says so. @throws not_found, invalid_request
 */
export async function handleAll(workspaceId: string, chatId: string, press: Press): Promise<Done> {
  const { done, ownerId, seq, chats } = await withLinkingLock(workspaceId, "read", async (tx) => {
    const [owner] = await rows(tx, ownerStatement)(workspaceId, chatId);
    if (!owner) throw noSuchChat();
    const { traced, ...done } = await step(tx, workspaceId, owner.ownerId, press);
    let seq: number | undefined;
    for (const { event, reference, count, lastEventId } of traced) {
      const what = press.handled ? ("handled" as const) : ("unhandled" as const);
      const change = { what, event, reference: reference || null, ...(count > 1 && { count }) };
      seq = await addChange(tx, workspaceId, chatId, { agent: press.agent, change, at: done.now, eventId: lastEventId });
    }
    return { done, ownerId: owner.ownerId, seq, chats: await rows(tx, chatsStatement)(workspaceId, owner.ownerId) };
  });
  const { now: _, ...answer } = done;
  if (answer.count > 0) {
    const ids = [chatId, ...chats.map(({ id }) => id)];
    // The owner is a contact or a person; the other list has no such id.
    notify(workspaceId, {
      chats: seq === undefined ? [] : [{ id: chatId, seq }],
      contacts: [ownerId],
      people: [ownerId],
      ...itemsChanged(undefined, ids),
    });
  }
  return answer;
}

/** The same for a contact, with its trace in the chat where agents go on, if there is one. @throws not_found, invalid_request */
export async function handleAllOfContact(workspaceId: string, contactId: string, press: Press): Promise<Done> {
  const [chat] = await rows(db(), chatOfContactStatement)(workspaceId, contactId);
  if (chat) return handleAll(workspaceId, chat.id, press);
  const { at, count, isDone } = await withLinkingLock(workspaceId, "read", (tx) => step(tx, workspaceId, contactId, press));
  if (count > 0) notify(workspaceId, { contacts: [contactId] });
  return { at, count, isDone };
}

async function step(on: Runner, workspaceId: string, ownerId: string, press: Press): Promise<Done & { now: Date; traced: Traced }> {
  await run(on, lockStatement)(workspaceId, ownerId);
  const { event = null, agent } = press;
  const [found] = await rows(on, pressStatement)(workspaceId, ownerId, event);
  if (!found) throw new Error("A query without a condition has one row.");
  const at = press.at ?? found.at;
  if (at > found.at) throw new AppError("invalid_request", "at must be the time of a press, as the answer to its first call says it.");
  const values = [workspaceId, ownerId, event, at, agent.id, maxHandledAtOnce] as const;
  if (press.handled) {
    const covered = await rows(on, coveredStatement)(...values);
    await mark(on, workspaceId, ownerId, { covered, at, agent });
    return { at, ...ended(covered), now: found.at, traced: press.at ? [] : found.names };
  }
  const undone = await rows(on, undoAllStatement)(...values, found.at);
  await reopen(on, workspaceId, ownerId, { undone, at });
  const { isDone, count } = ended(undone);
  const [all] = isDone && count > 0 ? await rows(on, undoneStatement)(...values.slice(0, 5)) : [];
  return { at, count, isDone, now: found.at, traced: all?.names ?? [] };
}

const ended = (found: readonly About[]) => ({ count: found.length, isDone: found.length < maxHandledAtOnce });

const columnsOf = (found: readonly About[]) => [found.map(({ reference }) => reference), found.map(({ event }) => event)] as const;

type Marks = { covered: readonly (About & { id: string })[]; at: Date; agent: Agent };

async function mark(on: Runner, workspaceId: string, ownerId: string, { covered, at, agent }: Marks): Promise<void> {
  if (covered.length === 0) return;
  const ids = covered.map(() => newId());
  await run(on, markAllStatement)(workspaceId, ownerId, ids, ...columnsOf(covered), at, agent.id, agent.name);
  const problems = covered.map(({ id }) => id);
  await run(on, closeAllStatement)(workspaceId, ownerId, problems, at);
}

const keyOf = ({ event, reference }: About): string => JSON.stringify([event, reference]);

/** Most are as they were; what else happened to the others is looked up one by one. */
async function reopen(
  on: Runner,
  workspaceId: string,
  ownerId: string,
  { undone, at }: { undone: readonly About[]; at: Date },
): Promise<void> {
  if (undone.length === 0) return;
  const back = new Set((await rows(on, openAllStatement)(workspaceId, ownerId, ...columnsOf(undone), at)).map(keyOf));
  const others = undone.filter((one) => !back.has(keyOf(one)));
  if (others.length > 0) await run(on, refreshAllStatement)(workspaceId, ownerId, ...columnsOf(others));
}
