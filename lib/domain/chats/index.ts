import { z } from "zod";
import { displayNameOf } from "@/lib/domain/people/shared/display-name";
import { AppError } from "@/lib/kernel/errors";
import { cursorFor, pageOf, rangeCursorFor, readCursor, readRangeCursor, type SeqRange } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { isUniqueViolation } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import type { ChatItem } from "./contract";
import { ItemRow, itemOf, previewOf } from "./item";
import { noSuchChat } from "./read";
import { ChatRow, CountRow, itemsStatement, listStatement, newProblemsStatement } from "./sql";

export { noSuchChat, read } from "./read";
export { isSentOutside, windowOf } from "./window";
export { write } from "./write";

type Out<S extends z.ZodType> = z.output<S>;
type View = "open" | "problems" | "closed";

const chatsPerPage = 30;
const itemsPerPage = 50;
const maxAfter = 100;
/** Greater than any seq. */
const beyondLastSeq = 2 ** 31;

/** Chats, newest activity first, as this agent sees them. `cursor` is the `next` of the page before. */
export async function list(
  workspaceId: string,
  { accountId, view, cursor }: { accountId: string; view: View; cursor?: string | undefined },
) {
  const [at = null, id = null] = cursor ? readCursor(cursor) : [];
  const [found, [problems]] = await Promise.all([
    rows(db(), ChatRow)(listStatement, workspaceId, accountId, view, at, id, chatsPerPage + 1),
    rows(db(), CountRow)(newProblemsStatement, workspaceId, accountId),
  ]);
  const { page, last } = pageOf(found, chatsPerPage);
  return {
    items: page.map(({ newest, ...row }) => ({ ...row, displayName: displayNameOf(row), preview: newest && previewOf(newest) })),
    newProblems: problems?.count ?? 0,
    next: last ? cursorFor({ at: last.lastItemAt, id: last.id }) : null,
  };
}

const wholeTimeline: SeqRange = { before: beyondLastSeq };

/** A chat's timeline, oldest first: the newest items, those after a seq, or what `cursor` continues. @throws not_found, invalid_request */
export async function items(
  workspaceId: string,
  chatId: string,
  { after: from, cursor }: { after?: number | undefined; cursor?: string | undefined },
) {
  const range = cursor ? readRangeCursor(cursor) : from === undefined ? wholeTimeline : { after: from };
  const isForward = "after" in range;
  const statement = itemsStatement(isForward ? "first" : "last");
  const limits = isForward ? [range.after, beyondLastSeq, maxAfter] : [0, range.before, itemsPerPage];
  const [chat, stored] = await Promise.all([
    db().chat.findUnique({ where: { workspaceId_id: { workspaceId, id: chatId } }, select: { lastSeq: true } }),
    rows(db(), ItemRow)(statement, workspaceId, chatId, ...limits),
  ]);
  if (!chat) throw noSuchChat();
  const found: Out<typeof ChatItem>[] = stored.map(itemOf).sort((a, b) => a.seq - b.seq);
  // An item may be added between the two reads, so the greater seq counts.
  const lastSeq = Math.max(chat.lastSeq, found.at(-1)?.seq ?? 0);
  return { items: found, lastSeq, next: nextOf(found, { isForward, lastSeq }) };
}

/** An empty page says nothing about a next one, so it is the last. */
function nextOf(found: readonly { seq: number }[], { isForward, lastSeq }: { isForward: boolean; lastSeq: number }): string | null {
  const [first, last] = [found[0]?.seq ?? 1, found.at(-1)?.seq ?? lastSeq];
  if (isForward) return last < lastSeq ? rangeCursorFor({ after: last }) : null;
  return first > 1 ? rangeCursorFor({ before: first }) : null;
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
  notify(workspaceId, { chats: [{ id: chatId, seq: row.seq }], people: [row.personId] });
  return { status };
}
