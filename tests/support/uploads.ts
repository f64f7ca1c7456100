import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { newId } from "@/lib/kernel/ids";
import { expect } from "./expect";
import { png } from "./files";
import type { Reply, Session, Team } from "./fixtures";

type Upload = { name?: string; bytes?: Uint8Array; headers?: Record<string, string> };

/** An attempt to upload a file to a chat. */
export const tryUpload = (
  session: Session,
  chatId: string,
  { name = "photo.png", bytes = png, headers = {} }: Upload = {},
): Promise<Reply> => session.call("POST", `/chats/${chatId}/attachments`, bytes, { "x-file-name": encodeURIComponent(name), ...headers });

export async function upload(session: Session, chatId: string, file: Upload = {}): Promise<AttachmentView> {
  const reply = await tryUpload(session, chatId, file);
  expect(reply.status, reply.text).toBe(201);
  return reply.body as AttachmentView;
}

/** Sends a message with these files to the customer. */
export const sendFiles = (session: Session, chatId: string, ids: string[], { id = newId(), text = "" } = {}): Promise<Reply> =>
  session.call("POST", `/chats/${chatId}/messages`, { id, kind: "message", text, attachments: ids });

/** A file as a browser gets it. */
export async function fetchFile({ url, workspace }: Pick<Team, "url" | "workspace">, { cookie }: Pick<Session, "cookie">, id: string) {
  const response = await fetch(`${url}/api/w/${workspace}/attachments/${id}`, { headers: { cookie } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
