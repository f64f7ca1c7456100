import { z } from "zod";
import { contract, Id, InWorkspace, mustBe, Text, Uuid } from "@/lib/kernel/contract";
import { maxAttachments, maxUploadBytes } from "./shared/limits";

/** A file of a message, without its bytes. */
export const AttachmentView = z.object({
  id: Uuid,
  name: z.string(),
  /** Judged by the content. */
  type: z.string(),
  bytes: z.int(),
});
export type AttachmentView = z.output<typeof AttachmentView>;

/** The ids of uploads that a message takes along. */
export const AttachmentIds = z
  .array(Id, { error: mustBe("an array of ids") })
  .max(maxAttachments, { error: `must have at most ${maxAttachments} files.` });

/** The name of an uploaded file, percent-encoded as UTF-8 because a header is ASCII. It is cleaned before it is stored. */
const FileName = Text(1, 4_000).transform((sent, context) => {
  try {
    return decodeURIComponent(sent);
  } catch {
    context.addIssue({ code: "custom", message: "must be percent-encoded as UTF-8." });
    return z.NEVER;
  }
});

/** What everybody who uploads sends: the file's bytes as the body, and its name. */
export const upload = { headers: z.object({ "X-File-Name": FileName }), file: true, maxBodyBytes: maxUploadBytes } as const;

export const uploadAttachment = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/attachments",
  summary: "Upload a file for a message of this chat; unused, it is removed after a day",
  access: "session",
  params: InWorkspace.extend({ chatId: Id }),
  ...upload,
  status: 201,
  output: AttachmentView,
  errors: ["payload_too_large"],
});

export const openAttachment = contract({
  method: "GET",
  path: "/api/w/{workspace}/attachments/{attachmentId}",
  summary: "The bytes of a file, in a form that never runs",
  access: "session",
  params: InWorkspace.extend({ attachmentId: Id }),
  status: 200,
  output: z.string(),
});
