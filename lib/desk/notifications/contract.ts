import { z } from "zod";
import { SaidLine } from "@/lib/chats/contract";
import { contract, Id, InWorkspace, Uuid } from "@/lib/kernel/contract";
import { DisplayName } from "@/lib/people/shared/identity";
import { notificationKinds } from "./shared/kinds";
import { maxChats } from "./shared/limits";

export const NotificationKind = z.enum(notificationKinds, {
  error: 'must be of "message", "unassigned", "problem" and "mention", with commas between them.',
});
export type NotificationKind = z.output<typeof NotificationKind>;

// The greatest seq that the database can store.
const maxSeq = 2_147_483_647;

const Seq = z
  .string()
  .regex(/^\d{1,10}$/, { error: "must be a seq." })
  .transform(Number)
  .pipe(z.number().max(maxSeq));
/** A chat, and how far it is known. */
const Since = z
  .string()
  .transform((text) => text.split(":"))
  .pipe(z.tuple([Id, Seq], { error: "must be chats with a seq, such as ID:12,ID:3." }));
const listOf = <S extends z.ZodType<unknown, string>>(item: S) =>
  z
    .string()
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(item).max(maxChats, { error: `must be at most ${maxChats} chats.` }));

export const DesktopNotification = z.object({
  chatId: Uuid,
  /** Seq of the item. */
  seq: z.int(),
  kind: NotificationKind,
  displayName: DisplayName,
  /** The author of a mention. */
  authorName: z.string().nullable(),
  /** The message, the note, or the name of the problem. In English where it is none that somebody wrote. */
  text: z.string(),
  line: SaidLine,
});
export type DesktopNotification = z.output<typeof DesktopNotification>;

export const listNotifications = contract({
  method: "GET",
  path: "/api/w/{workspace}/notifications",
  summary: "Of chats that changed, what this agent is notified of: the newest item after a seq that the agent has not read",
  access: "session",
  params: InWorkspace,
  query: z.object({ chats: listOf(Since).default([]), kinds: listOf(NotificationKind).default([]) }),
  status: 200,
  output: z.object({ items: z.array(DesktopNotification) }),
});
