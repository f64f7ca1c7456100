import { z } from "zod";
import * as attachments from "@/lib/chats/attachments";
import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { dayMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { knownVisitor, requireAdmitted, type Visitor } from "./known-visitor";

/** Files that wait for a message: those of one visitor, and those of all visitors of a workspace. */
const [maxWaiting, maxWaitingOfAll] = [30, 1_000];
/** Files that a visitor sends in a day. */
const maxSentInADay = 100;

/**
 * Keeps a file for the visitor's next message. It is the visitor's and no chat's, because a chat is there when it has a message;
 * nobody else sees it before.
 * @throws forbidden for a blocked visitor, invalid_request, payload_too_large, rate_limited
 */
export async function upload(workspaceId: string, visitor: Visitor, file: { name: string; bytes: Uint8Array }): Promise<AttachmentView> {
  const { visitorId } = visitor;
  const { known } = await requireAdmitted(workspaceId, visitor);
  attachments.admittedType(file.bytes, "upload");
  await refuseHoarding(workspaceId, visitorId);
  // Also that of the open chat, by which an instance of the previous version finds it.
  const where = known && { workspaceId_openFor: { workspaceId, openFor: known.personId } };
  const chat = where && (await db().chat.findUnique({ where, select: { id: true } }));
  return attachments.store(workspaceId, { ...file, chatId: chat?.id ?? null, visitorId });
}

const StoredRow = z.strictObject({ waiting: z.int(), ofAll: z.int(), sent: z.int() });

/** `$1` workspace, `$2` visitor, `$3` a day ago. Counts no further than the bounds. */
const storedStatement = statement({ row: StoredRow })`
select
  (select count(*)::int from (
    select from attachment a where a.workspace_id = $1::uuid and a.visitor_id = $2::text limit ${maxWaiting}
  ) few) as waiting,
  (select count(*)::int from (
    select from attachment a where a.workspace_id = $1::uuid and a.visitor_id is not null limit ${maxWaitingOfAll}
  ) few) as "ofAll",
  (select count(*)::int from (
    select from person p join chat h on h.workspace_id = p.workspace_id and h.person_id = p.id
    join attachment a on a.workspace_id = h.workspace_id and a.chat_id = h.id
    join chat_item i on i.workspace_id = a.workspace_id and i.id = a.item_id and i.author = 'customer'
    where p.workspace_id = $1::uuid and p.visitor_id = $2::text and a.created_at > $3::timestamptz limit ${maxSentInADay}
  ) few) as sent`;

/**
 * Files take room, those that wait until they are removed after a day. Ids of visitors cost nothing, so there is a bound for all
 * visitors of the workspace, too. @throws rate_limited
 */
async function refuseHoarding(workspaceId: string, visitorId: string): Promise<void> {
  const since = new Date(currentTime().getTime() - dayMs);
  const [stored] = await rows(db(), storedStatement)(workspaceId, visitorId, since);
  if (!stored) throw new Error("Files could not be counted.");
  if (stored.waiting >= maxWaiting) throw tooMany("Send the files that you attached first.", 60);
  if (stored.sent >= maxSentInADay)
    throw tooMany(`You have sent ${maxSentInADay} files today. Write without a file, or send it tomorrow.`, 3_600);
  if (stored.ofAll >= maxWaitingOfAll)
    throw tooMany("Too many files are waiting to be sent on this website. Write without a file, or try again in an hour.", 3_600);
}

const tooMany = (message: string, seconds: number) => new AppError("rate_limited", message, { "retry-after": String(seconds) });

/** Which files a visitor may open: those of their own chats, and what they uploaded just now. */
export const fileAccess =
  (workspaceId: string, visitorId: string) =>
  async (file: attachments.FileOwner): Promise<boolean> => {
    if (file.visitorId !== null) return file.visitorId === visitorId;
    if (file.chatId === null) return false;
    const visitor = await knownVisitor(workspaceId, visitorId);
    if (!visitor) return false;
    return (await db().chat.count({ where: { workspaceId, id: file.chatId, personId: visitor.personId } })) > 0;
  };
