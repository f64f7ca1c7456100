/** An attachment is a file of a message: its row, its name and what may be uploaded. The bytes are in `lib/platform/files`. */

import type { Readable } from "node:stream";
import { z } from "zod";
import { hourMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { refusalError } from "@/lib/kernel/refused";
import { type Database, db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows, run } from "@/lib/platform/db/rows";
import * as files from "@/lib/platform/files";
import { log } from "@/lib/platform/log";
import type { AttachmentView } from "./contract";
import { fileName } from "./shared/file-name";
import { maxUploadBytes } from "./shared/limits";
import { isUploadType, typeOf } from "./shared/media-type";

const mebibyte = 1024 * 1024;
const maxChannelBytes = 16 * mebibyte;
/** How long an upload may wait for its message. It is removed an hour later, so that none is removed while a message takes it. */
const usableMs = 24 * hourMs;
export const unusedAfterMs = usableMs + hourMs;

const Row = z.strictObject({
  ...{ id: z.uuid(), name: z.string(), type: z.string(), bytes: z.int() },
  ...{ chatId: z.uuid().nullable(), visitorId: z.string().nullable(), itemId: z.uuid().nullable(), storageKey: z.string() },
});
type Row = z.output<typeof Row>;
/** The owner of a file: a chat, or until a message takes it, a visitor. */
export type FileOwner = Pick<Row, "chatId" | "visitorId">;
const shown = { id: true, name: true, type: true, bytes: true } as const;

/**
 * Sender of a file: agents and visitors upload images and PDF up to 10 MB; what a channel hands over may be anything up to
 * 16 MB, also an image: a photo sent as it is has more than the five that WhatsApp itself makes of it.
 */
type Source = "upload" | "channel";

type NewFile = { name: string; bytes: Uint8Array; source?: Source } & ({ chatId: string } | { chatId: string | null; visitorId: string });

/**
 * Keeps a file of this chat, or of this visitor, until a message takes it. Its type is judged by its content, and its name is cleaned.
 * @throws not_found, invalid_request, payload_too_large, unavailable
 */
export async function store(workspaceId: string, { name, bytes, source = "upload", ...owner }: NewFile): Promise<AttachmentView> {
  const type = admittedType(bytes, source);
  const id = newId();
  const view = { id, name: fileName(name, type), type, bytes: bytes.byteLength };
  const storageKey = `${workspaceId}/${id}`;
  // The row comes first: whatever happens after it, the bytes are removed with it.
  const row = { ...view, chatId: owner.chatId, visitorId: "visitorId" in owner ? owner.visitorId : null, storageKey };
  if (!(await addRow(workspaceId, row))) throw noSuchChat();
  await files.put(storageKey, bytes);
  // The person may have been erased meanwhile. The removal of their files comes back later too, in case this process ends here.
  if (!(await find(workspaceId, id))) {
    await files.remove(storageKey);
    throw noSuchChat();
  }
  return view;
}

const noSuchChat = () => refusalError("not_found", "noChat");

/** False without such a chat. The lock waits for an erasure, which takes the chat. */
async function addRow(workspaceId: string, row: Omit<Row, "itemId">): Promise<boolean> {
  const createdAt = currentTime();
  const { id, chatId, visitorId, name, type, bytes, storageKey } = row;
  if (chatId === null) {
    await db().attachment.create({ data: { ...row, workspaceId, createdAt }, select: { id: true } });
    return true;
  }
  const added = await run(db(), { workspace: workspaceId })`
    insert into attachment (workspace_id, id, chat_id, visitor_id, name, type, bytes, storage_key, created_at)
    select c.workspace_id, ${id}::uuid, c.id, ${visitorId}, ${name}, ${type}, ${bytes}::int, ${storageKey}, ${createdAt}::timestamptz
    from chat c where c.workspace_id = ${workspaceId}::uuid and c.id = ${chatId}::uuid for key share`;
  return added > 0;
}

/** The type of a file that `store` would accept. @throws invalid_request, payload_too_large */
export function admittedType(bytes: Uint8Array, source: Source): string {
  if (bytes.byteLength === 0) throw new AppError("invalid_request", "The file is empty.");
  const type = typeOf(bytes);
  if (source === "upload" && !isUploadType(type)) {
    throw new AppError(
      "invalid_request",
      "Only PNG, JPEG, GIF and WebP images and PDF files can be sent; the content of this file is none.",
    );
  }
  const max = source === "upload" ? maxUploadBytes : maxChannelBytes;
  if (bytes.byteLength > max) throw new AppError("payload_too_large", `The file must have at most ${max / mebibyte} MB.`);
  return type;
}

/** A file without its bytes; undefined when the workspace has none with this id, or its chat was erased. */
export async function find(workspaceId: string, id: string): Promise<Row | undefined> {
  const [found] = await rows(db(), { row: Row, workspace: workspaceId })`
    select a.id, a.name, a.type, a.bytes, a.chat_id as "chatId", a.visitor_id as "visitorId", a.item_id as "itemId",
      a.storage_key as "storageKey"
    from attachment a left join chat c on c.workspace_id = a.workspace_id and c.id = a.chat_id
    where a.workspace_id = ${workspaceId}::uuid and a.id = ${id}::uuid and (a.chat_id is null or c.id is not null)`;
  return found;
}

/** The bytes of a file that `find` found; undefined when the store has lost them. @throws unavailable */
export async function read({ id, storageKey }: Pick<Row, "id" | "storageKey">): Promise<Readable | undefined> {
  const stream = await files.read(storageKey);
  if (!stream) log.error({ attachment: id }, "the bytes of an attachment are missing in the store");
  return stream;
}

/** A file and its bytes; undefined when there is none with this id. @throws unavailable */
export async function open(
  workspaceId: string,
  id: string,
): Promise<{ view: AttachmentView; chatId: string | null; itemId: string | null; stream: Readable } | undefined> {
  const row = await find(workspaceId, id);
  const stream = row && (await read(row));
  if (!row || !stream) return undefined;
  const { chatId, itemId, name, type, bytes } = row;
  return { view: { id: row.id, name, type, bytes }, chatId, itemId, stream };
}

type Taking = { itemId: string; chatId: string; ids: readonly string[]; visitorId?: string | undefined };

/**
 * Binds uploads of a chat, or of its visitor, to one message, in the transaction that adds it; a repeat for the same message changes
 * nothing. Returns them in the order of `ids`. @throws invalid_request
 */
export async function attach(
  tx: Pick<Database, "attachment">,
  workspaceId: string,
  { itemId, chatId, ids, visitorId }: Taking,
): Promise<AttachmentView[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  const isFresh = { itemId: null, createdAt: { gt: new Date(currentTime().getTime() - usableMs) } };
  const taken = await tx.attachment.updateManyAndReturn({
    where: {
      workspaceId,
      id: { in: wanted },
      AND: [{ OR: [{ itemId }, isFresh] }, { OR: [{ chatId }, ...(visitorId === undefined ? [] : [{ visitorId }])] }],
    },
    data: { itemId, chatId, visitorId: null },
    select: shown,
  });
  const byId = new Map(taken.map((view) => [view.id, view]));
  return wanted.map((id) => {
    const view = byId.get(id);
    if (view) return view;
    throw new AppError("invalid_request", "A file is not there any more, or belongs to another message. Attach it again.");
  });
}

/** Releases the files of a message whose content was removed; the next sweep removes them, and no other message can take them. */
export async function release(on: Pick<Database, "attachment">, workspaceId: string, itemId: string): Promise<void> {
  await on.attachment.updateMany({ where: { workspaceId, itemId }, data: { itemId: null, createdAt: new Date(0) } });
}

/** The files of a message that is not sent after all: another one can take them, within the usual time. */
export async function giveBack(on: Pick<Database, "attachment">, workspaceId: string, itemId: string): Promise<void> {
  await on.attachment.updateMany({ where: { workspaceId, itemId }, data: { itemId: null, createdAt: currentTime() } });
}
