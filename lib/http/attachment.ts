import * as attachments from "@/lib/chats/attachments";
import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { isImage } from "@/lib/chats/attachments/shared/media-type";
import { AppError } from "@/lib/kernel/errors";
import type { ApiRequest } from "./request";
import type { Reply } from "./response";

const noSuchFile = () => new AppError("not_found", "There is no such file.");

type Asked = {
  workspaceId: string;
  id: string;
  /** Whether the caller may have it, where not every file of the workspace is theirs. */
  mayOpen?: (file: attachments.FileOwner & { itemId: string | null }) => boolean | Promise<boolean>;
};
/** What a visitor has not sent is nobody else's. */
const isInChat = ({ chatId }: attachments.FileOwner): boolean => chatId !== null;
type Call = { request: ApiRequest; headers: Record<string, string> };

/**
 * The bytes of a file as a response that can never run in our origin, whatever they are: nothing but an image is shown in
 * place, and a page that shows it gets no scripts, no forms and an origin of its own. @throws not_found, unavailable
 */
export async function attachmentReply({ workspaceId, id, mayOpen = isInChat }: Asked, { request, headers: common }: Call): Promise<Reply> {
  const file = await attachments.find(workspaceId, id);
  if (!file || !(await mayOpen(file))) throw noSuchFile();
  const headers = { ...common, ...headersOf(file) };
  // Bytes never change under an id. The browser asks each time, because a caller may have lost the right to see them.
  if (request.header("if-none-match")?.includes(headers.etag)) return { status: 304, headers, text: "" };
  const sized = { ...headers, "content-type": file.type, "content-length": String(file.bytes) };
  if (request.method === "HEAD") return { status: 200, headers: sized, text: "" };
  const stream = await attachments.read(file);
  if (!stream) throw noSuchFile();
  return { status: 200, headers: sized, text: "", stream };
}

const headersOf = ({ id, name, type }: AttachmentView) => ({
  // Pictures and documents are compressed already.
  "cache-control": "private, no-cache, no-transform",
  etag: `"${id}"`,
  "content-disposition": `${isImage(type) ? "inline" : "attachment"}; ${namedAs(name)}`,
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
});

/** RFC 6266: the name in ASCII for old readers, and complete, in UTF-8, for the others. */
function namedAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const complete = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `filename="${plain}"; filename*=UTF-8''${complete}`;
}
