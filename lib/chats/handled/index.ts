/**
 * Handled is an agent's mark that closes a problem, and the change in the chat that says so. Whether a problem is open follows from the
 * rule in `lib/context/problems`.
 */

import type { z } from "zod";
import { noSuchChat } from "@/lib/chats";
import { addChange } from "@/lib/chats/changes";
import { chatsStatement, problemCards } from "@/lib/context/events/problem-cards";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import {
  chatOfContactStatement,
  lockStatement,
  markStatement,
  ownerStatement,
  type ProblemRow,
  problemStatement,
  refreshStatement,
  undoStatement,
} from "./sql";

type Agent = { id: string; name: string };
type Press = { problemId: string; agent: Agent; handled: boolean };
type Problem = z.output<typeof ProblemRow> & { ownerId: string };

/**
 * An agent closes a problem of the person in the chat, or undoes that. A repeat changes nothing, nor does closing what is closed. The
 * linking lock keeps the person with their contact meanwhile. @throws not_found
 */
export async function handle(workspaceId: string, chatId: string, { problemId, agent, handled }: Press) {
  const changed = await withLinkingLock(workspaceId, "read", async (tx) => {
    const problem = await lockProblem(tx, workspaceId, { chatId, problemId });
    const isChanged = handled ? await mark(tx, workspaceId, problem, agent) : await undo(tx, workspaceId, problem);
    if (!isChanged) return undefined;
    const { event, ownerId, lastEventId, now: at } = problem;
    await run(tx, refreshStatement)(workspaceId, ownerId, problem.reference, event);
    const change = { what: handled ? ("handled" as const) : ("unhandled" as const), event, reference: problem.reference || null };
    const seq = await addChange(tx, workspaceId, chatId, { agent, change, at, eventId: lastEventId });
    const chats = await rows(tx, chatsStatement)(workspaceId, ownerId);
    const cards = await problemCards(tx, workspaceId, problemId);
    return { seq, ownerId, ...itemsChanged(cards, [chatId, ...chats.map(({ id }) => id)]) };
  });
  if (changed) {
    const { seq, ownerId, ...reset } = changed;
    // The owner is a contact or a person; the other list has no such id.
    notify(workspaceId, { chats: seq === undefined ? [] : [{ id: chatId, seq }], contacts: [ownerId], people: [ownerId], ...reset });
  }
  return { handled };
}

/**
 * The same for a contact, with its trace in the chat where agents go on. One that never chatted has problems too; those leave no trace.
 * @throws not_found
 */
export async function handleOfContact(workspaceId: string, contactId: string, press: Press) {
  const [chat] = await rows(db(), chatOfContactStatement)(workspaceId, contactId);
  if (chat) return handle(workspaceId, chat.id, press);
  const { problemId, agent, handled } = press;
  const isChanged = await withLinkingLock(workspaceId, "read", async (tx) => {
    const problem = await findProblem(tx, workspaceId, { ownerId: contactId, problemId });
    if (!(handled ? await mark(tx, workspaceId, problem, agent) : await undo(tx, workspaceId, problem))) return false;
    await run(tx, refreshStatement)(workspaceId, contactId, problem.reference, problem.event);
    return true;
  });
  if (isChanged) notify(workspaceId, { contacts: [contactId] });
  return { handled };
}

async function lockProblem(
  on: Runner,
  workspaceId: string,
  { chatId, problemId }: { chatId: string; problemId: string },
): Promise<Problem> {
  const [owner] = await rows(on, ownerStatement)(workspaceId, chatId);
  if (!owner) throw noSuchChat();
  return findProblem(on, workspaceId, { ownerId: owner.ownerId, problemId });
}

/** Takes the lock under which the problems of the owner change. @throws not_found */
async function findProblem(
  on: Runner,
  workspaceId: string,
  { ownerId, problemId }: { ownerId: string; problemId: string },
): Promise<Problem> {
  await run(on, lockStatement)(workspaceId, ownerId);
  const [found] = await rows(on, problemStatement)(workspaceId, ownerId, problemId);
  if (!found) throw new AppError("not_found", "This person has no such problem. It may have been deleted.");
  return { ...found, ownerId };
}

async function mark(on: Runner, workspaceId: string, problem: Problem, agent: Agent): Promise<boolean> {
  const { ownerId, reference, event, until, isOpen } = problem;
  if (!isOpen) return false;
  await run(on, markStatement)(workspaceId, newId(), ownerId, reference, event, until, agent.id, agent.name);
  return true;
}

/** An earlier press covers other events, and stays. */
async function undo(on: Runner, workspaceId: string, problem: Problem): Promise<boolean> {
  const { ownerId, reference, event, from, now } = problem;
  return (await run(on, undoStatement)(workspaceId, ownerId, reference, event, from, now)) > 0;
}
