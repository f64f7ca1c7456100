import { z } from "zod";
import { whoOf } from "@/lib/domain/people/shared/display-name";
import { AppError } from "@/lib/kernel/errors";
import { cursorFor, cursorOf } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { isUniqueViolation, settle } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { poke } from "@/lib/platform/notify";
import { append } from "./append";
import type { ChatItem } from "./contract";
import { ItemRow, itemOf, previewOf } from "./item";
import { ChatRow, CountRow, itemsStatement, listStatement, newProblemsStatement } from "./sql";

type Out<S extends z.ZodType> = z.output<S>;
type Agent = { id: string; name: string };
type View = "open" | "problems" | "closed";

const pageOfChats = 30;
const pageOfItems = 50;
const mostAfter = 100;
/** Behind every place that a chat can have. */
const behindAll = 2 ** 31;

// 404, not 403: a stranger must not learn that this chat exists.
export const noSuchChat = () => new AppError("not_found", "There is no such chat.");

/** Chats, newest activity first, as this agent sees them. `before` is the `next` of the page before. */
export async function list(
  workspaceId: string,
  { accountId, view, before }: { accountId: string; view: View; before?: string | undefined },
) {
  const [at = null, id = null] = before ? cursorOf(before) : [];
  const [found, [problems]] = await Promise.all([
    rows(db(), ChatRow)(listStatement, workspaceId, accountId, view, at, id, pageOfChats + 1),
    rows(db(), CountRow)(newProblemsStatement, workspaceId, accountId),
  ]);
  const page = found.slice(0, pageOfChats);
  const last = page.at(-1);
  return {
    chats: page.map(({ newest, ...row }) => ({ ...row, who: whoOf(row), preview: newest && previewOf(newest) })),
    newProblems: problems?.count ?? 0,
    next: found.length > pageOfChats && last ? cursorFor({ at: last.lastItemAt, id: last.id }) : null,
  };
}

/** A chat's timeline, oldest first: the newest, those after a place, or those before one. @throws not_found */
export async function items(
  workspaceId: string,
  chatId: string,
  { after, before }: { after?: number | undefined; before?: number | undefined },
) {
  const statement = itemsStatement(after === undefined ? "last" : "first");
  const between = [after ?? 0, before ?? behindAll, after === undefined ? pageOfItems : mostAfter];
  const [chat, stored] = await Promise.all([
    db().chat.findUnique({ where: { workspaceId_id: { workspaceId, id: chatId } }, select: { lastSeq: true } }),
    rows(db(), ItemRow)(statement, workspaceId, chatId, ...between),
  ]);
  if (!chat) throw noSuchChat();
  const found: Out<typeof ChatItem>[] = stored.map(itemOf).sort((a, b) => a.seq - b.seq);
  // Items may have come between the two reads: what was seen counts.
  const newest = Math.max(chat.lastSeq, found.at(-1)?.seq ?? 0);
  return { items: found, lastSeq: newest, hasEarlier: (found[0]?.seq ?? 1) > 1, hasLater: (found.at(-1)?.seq ?? newest) < newest };
}

/**
 * Writes to the customer, or a note for the team; whoever writes has read what stands before. A repeat of the same id
 * changes nothing. @throws not_found, conflict
 */
export async function write(
  workspaceId: string,
  chatId: string,
  agent: Agent,
  { at = new Date(), ...message }: { id: string; kind: "message" | "note"; text: string; at?: Date },
) {
  const row = await settle(() => append(db(), workspaceId, chatId, { ...message, author: "agent", by: agent, at }));
  if (!row) {
    const found = await db().chat.count({ where: { workspaceId, id: chatId } });
    throw found ? new AppError("conflict", "This chat is closed. Reopen it to write to the customer.") : noSuchChat();
  }
  if (row.added) {
    await read(workspaceId, chatId, { accountId: agent.id, seq: row.seq });
    poke(workspaceId, { chats: [{ id: chatId, seq: row.seq }] });
  }
  return { id: message.id, seq: row.seq };
}

const ReadRow = z.strictObject({ seq: z.int() });

/** Remembers how far an agent has read; it never goes back. @throws not_found */
export async function read(workspaceId: string, chatId: string, { accountId, seq }: { accountId: string; seq: number }) {
  const [row] = await rows(db(), ReadRow)`
    insert into chat_read as r (workspace_id, account_id, chat_id, seq)
    select workspace_id, ${accountId}::uuid, id, least(last_seq, ${seq}::int) from chat
    where workspace_id = ${workspaceId}::uuid and id = ${chatId}::uuid
    on conflict (workspace_id, account_id, chat_id) do update set seq = greatest(r.seq, excluded.seq)
    returning seq`;
  if (!row) throw noSuchChat();
  return row;
}

const StatusRow = z.strictObject({ seq: z.int(), personId: z.uuid() });

/** Closes a chat or opens it again. A person has one open chat at most. @throws not_found, conflict */
export async function setStatus(workspaceId: string, chatId: string, status: "open" | "closed") {
  const change = rows(db(), StatusRow)`
    update chat set status = ${status}::chat_status, open_for = case when ${status} = 'open' then person_id end
    where workspace_id = ${workspaceId}::uuid and id = ${chatId}::uuid returning last_seq as seq, person_id as "personId"`;
  const [row] = await change.catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new AppError("conflict", "This person has a newer chat that is open. Go on there.");
    throw error;
  });
  if (!row) throw noSuchChat();
  poke(workspaceId, { chats: [{ id: chatId, seq: row.seq }], people: [row.personId] });
  return { status };
}
