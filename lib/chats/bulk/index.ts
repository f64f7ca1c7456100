/** A bulk is several changes of chats in one call: closed or opened again, given to somebody, tagged; each as by the call for one chat. */

import type { z } from "zod";
import * as chats from "@/lib/chats";
import { setTag } from "@/lib/chats/tagging";
import { AppError, statusOf } from "@/lib/kernel/errors";
import { currentTime } from "@/lib/platform/db/clock";
import type { ChatChange, changeChats } from "./contract";

type Agent = { id: string; name: string };
type Result = z.output<typeof changeChats.output>["results"][number];

/**
 * Makes the changes one after the other, so that a call takes one connection at a time. What is refused for a chat is in its result; when
 * the database fails, those before it are made, and a repeat changes them no further. @throws unavailable
 */
export async function changeAll(workspaceId: string, agent: Agent, changes: readonly ChatChange[]): Promise<{ results: Result[] }> {
  const results: Result[] = [];
  for (const change of changes) results.push({ chatId: change.chatId, error: await refusalIn(() => apply(workspaceId, agent, change)) });
  return { results };
}

async function apply(
  workspaceId: string,
  agent: Agent,
  { chatId, status, ifNoOpenProblems, snoozedUntil, accountId, tag }: ChatChange,
): Promise<void> {
  if (status) await chats.setStatus(workspaceId, chatId, { agent, status, ifNoOpenProblems });
  if (status === "open" && snoozedUntil && snoozedUntil > currentTime())
    await chats.snooze(workspaceId, chatId, { agent, until: snoozedUntil });
  if (accountId !== undefined) await chats.assign(workspaceId, chatId, { agent, accountId });
  if (tag) await setTag(workspaceId, chatId, tag);
}

async function refusalIn(change: () => Promise<void>): Promise<Result["error"]> {
  try {
    await change();
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || statusOf[error.code] >= 500) throw error;
    const { code, message, refusal } = error;
    return { code, message, ...(refusal && { refusal: { ...refusal, params: { ...refusal.params } } }) };
  }
}
