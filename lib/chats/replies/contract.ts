import { z } from "zod";
import { maxMessageLength } from "@/lib/chats/shared/limits";
import { contract, Id, InWorkspace, mustBe, Name, Trimmed, Uuid } from "@/lib/kernel/contract";
import { refused } from "@/lib/kernel/refused";

const maxReplyTitle = 80;
/** The most replies of a workspace. */
export const maxReplies = 300;

export const SavedReply = z.object({ id: Uuid, title: z.string(), shortcut: z.string().nullable(), text: z.string() });
export type SavedReply = z.output<typeof SavedReply>;

/** An empty one is none, as a form sends it. */
const Shortcut = z
  .string({ error: mustBe("a string") })
  .transform((text) => text.trim().replace(/^\//, "").toLowerCase())
  .pipe(z.string().regex(/^(?:[\p{L}\p{N}][\p{L}\p{N}_-]{0,31})?$/u, refused("shortcut")))
  .transform((text) => text || null)
  .nullable();

const fields = { title: Name(maxReplyTitle), text: Trimmed(maxMessageLength) };
export const ReplyBody = z.object({ ...fields, shortcut: Shortcut.default(null) });
export type ReplyBody = z.output<typeof ReplyBody>;

const inReply = InWorkspace.extend({ replyId: Id });

export const listReplies = contract({
  method: "GET",
  path: "/api/w/{workspace}/replies",
  summary: "The saved replies, by title",
  access: "session",
  params: InWorkspace,
  status: 200,
  /** `canManage`: the requesting member may add, change and remove them. */
  output: z.object({ items: z.array(SavedReply), canManage: z.boolean() }),
});

export const addReply = contract({
  method: "POST",
  path: "/api/w/{workspace}/replies",
  madePerMinute: 600,
  summary: "Add a saved reply; for admins, and for agents where the workspace allows it",
  access: "session",
  params: InWorkspace,
  body: ReplyBody,
  status: 201,
  output: SavedReply,
  errors: ["conflict", "forbidden"],
});

export const changeReply = contract({
  method: "PATCH",
  path: "/api/w/{workspace}/replies/{replyId}",
  summary: "Change a saved reply; only the fields that are sent change",
  access: "session",
  params: inReply,
  body: z.object({ ...fields, shortcut: Shortcut }).partial(),
  status: 200,
  output: SavedReply,
  errors: ["conflict", "forbidden"],
});

export const removeReply = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/replies/{replyId}",
  summary: "Remove a saved reply",
  access: "session",
  params: inReply,
  status: 200,
  output: z.object({ removed: z.literal(true) }),
  errors: ["forbidden"],
});

/** Whether agents may add, change and remove saved replies, as admins do. */
export const ReplySettings = z.object({ agentsManage: z.boolean({ error: mustBe("true or false") }) });
export type ReplySettings = z.output<typeof ReplySettings>;

export const getReplySettings = contract({
  method: "GET",
  path: "/api/w/{workspace}/reply-settings",
  summary: "Who manages the saved replies",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: ReplySettings,
});

export const changeReplySettings = contract({
  method: "PUT",
  path: "/api/w/{workspace}/reply-settings",
  summary: "Choose whether agents manage the saved replies too",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: ReplySettings,
  status: 200,
  output: ReplySettings,
});
