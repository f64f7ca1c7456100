import { dayMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isUniqueViolation, withRetry } from "@/lib/platform/db/errors";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { addChangeStatement, assignStatement, snoozeStatement, statusStatement } from "./change-sql";
import type { Assignee, Change, Notice } from "./contract";
import { noSuchChat } from "./read";
import { maxSnoozeDays } from "./shared/limits";

type Agent = { id: string; name: string };

/** A change as it is stored; `agent` is null when nobody made it. Once the event `eventId` is removed, it no longer names it. */
type NewChange = { agent: Agent | null; change: Done; at: Date; eventId?: string };

/** What somebody did, or their snooze; notices are stored by what causes them. */
type Done = Exclude<Change, Notice>;

/** What instances of the previous version show in place of a change. */
function textOf(change: Done): string {
  switch (change.what) {
    case "closed":
      return "Closed the chat.";
    case "reopened":
      return "Reopened the chat.";
    case "unassigned":
      return "Unassigned the chat.";
    case "woke":
      return "The snooze ended.";
    case "assigned":
      return `Assigned the chat to ${change.to}.`;
    case "snoozed":
      return "Snoozed the chat.";
    case "handled":
      return `Marked “${problemName(change)}” as handled.`;
    case "unhandled":
      return `Marked “${problemName(change)}” as not handled.`;
  }
}

const problemName = ({ event, reference, count }: { event: string; reference: string | null; count?: number | undefined }): string =>
  reference === null ? (count ? `${event} ×${count}` : event) : `${event} ${reference}`;

/** The values that the statements share, up to `$8`. */
const valuesOf = (workspaceId: string, chatId: string, { agent, change, at }: NewChange) =>
  [workspaceId, chatId, newId(), agent?.id ?? null, agent?.name ?? null, at, textOf(change), JSON.stringify({ change })] as const;

/**
 * Adds a change to the timeline, without any effect on the order of the chats and on what is unread. Returns its seq; undefined
 * when there is no such chat.
 */
export async function addChange(on: Runner, workspaceId: string, chatId: string, added: NewChange): Promise<number | undefined> {
  const [row] = await rows(on, addChangeStatement)(...valuesOf(workspaceId, chatId, added), added.eventId ?? null);
  return row?.seq;
}

type NewStatus = {
  agent: Agent;
  status: "open" | "closed";
  at: Date;
  /** Refuses to close the chat while its person has an open problem. */
  ifNoOpenProblems?: boolean | undefined;
};

/** Closes a chat or opens it again. A person has one open chat at most. @throws not_found, conflict */
export async function setStatus(
  workspaceId: string,
  chatId: string,
  { at = currentTime(), ...wanted }: Omit<NewStatus, "at"> & Partial<Pick<NewStatus, "at">>,
) {
  const row = await setStatusIn(db(), workspaceId, chatId, { ...wanted, at });
  if (row.isChanged) notify(workspaceId, { chats: [{ id: chatId, seq: row.seq }], people: [row.personId] });
  return { status: wanted.status };
}

/** The same in a transaction of the caller, who notifies. */
export async function setStatusIn(
  on: Runner,
  workspaceId: string,
  chatId: string,
  { agent, status, at, ifNoOpenProblems = false }: NewStatus,
) {
  const change: Done = { what: status === "open" ? "reopened" : "closed" };
  const values = valuesOf(workspaceId, chatId, { agent, change, at });
  const [row] = await rows(on, statusStatement)(...values, status, ifNoOpenProblems).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new AppError("conflict", "This person has a newer chat that is open. Go on there.");
    throw error;
  });
  if (!row) throw noSuchChat();
  if (row.isRefused) throw refusalError("conflict", "openProblems");
  return row;
}

type Assignment = { agent: Agent; accountId: string | null; at?: Date };

/** Gives a chat to a member, or to nobody. @throws not_found, invalid_request for an account that is no member */
export async function assign(
  workspaceId: string,
  chatId: string,
  { agent, accountId, at = currentTime() }: Assignment,
): Promise<{ assignee: Assignee | null }> {
  const values = [workspaceId, chatId, newId(), agent.id, agent.name, at, accountId];
  const [row] = await withRetry(() => rows(db(), assignStatement)(...values));
  if (!row) throw noSuchChat();
  if (accountId !== null && row.assignee === null)
    throw new AppError("invalid_request", "accountId must be that of a member of this workspace, or null.");
  if (row.seq !== null) notify(workspaceId, { chats: [{ id: chatId, seq: row.seq }], people: [row.personId] });
  return { assignee: row.assignee };
}

const maxSnoozeMs = maxSnoozeDays * dayMs;

/** @throws invalid_request */
function checkUntil(until: Date, now: Date): void {
  const last = new Date(now.getTime() + maxSnoozeMs);
  if (until > now && until <= last) return;
  const message = `until must be a time in the future and not after ${last.toISOString()}, which is in ${maxSnoozeDays} days; or null.`;
  throw new AppError("invalid_request", message);
}

type Snooze = { agent: Agent; until: Date | null; at?: Date };

/** Puts an open chat away until a time; null takes it back. @throws not_found, invalid_request, conflict for a closed chat */
export async function snooze(workspaceId: string, chatId: string, { agent, until, at = currentTime() }: Snooze) {
  if (until) checkUntil(until, at);
  const change: Done = until ? { what: "snoozed", until: until.toISOString() } : { what: "woke" };
  const [row] = await rows(db(), snoozeStatement)(...valuesOf(workspaceId, chatId, { agent, change, at }), until);
  if (!row) throw noSuchChat();
  if (until && row.status === "closed") throw new AppError("conflict", "This chat is closed. Reopen it to snooze it.");
  if (row.seq !== null) notify(workspaceId, { chats: [{ id: chatId, seq: row.seq }], people: [row.personId] });
  return { snoozedUntil: until };
}
