import { z } from "zod";
import { contract, InWorkspace, mustBe } from "@/lib/kernel/contract";

/** The owner of a chat that begins: nobody, or the members in turn. */
export const AssignNewChats = z.enum(["off", "round_robin"], { error: mustBe('"off" or "round_robin"') });
export type AssignNewChats = z.output<typeof AssignNewChats>;

/** Where a chat goes whose customer waits for its assignee for too long: nowhere, to nobody, or to the next member who is online. */
export const ComeBack = z.enum(["off", "queue", "next"], { error: mustBe('"off", "queue" or "next"') });
export type ComeBack = z.output<typeof ComeBack>;

/** A working day. */
const maxComeBackMinutes = 480;

export const ChatSettings = z.object({
  assignNewChats: AssignNewChats,
  comeBack: ComeBack,
  /** How long a member may leave a customer waiting. One who is offline has a minute. */
  comeBackMinutes: z
    .int({ error: mustBe("a whole number") })
    .min(1, { error: `must be 1 to ${maxComeBackMinutes} minutes.` })
    .max(maxComeBackMinutes, { error: `must be 1 to ${maxComeBackMinutes} minutes.` }),
});
export type ChatSettings = z.output<typeof ChatSettings>;

export const getChatSettings = contract({
  method: "GET",
  path: "/api/w/{workspace}/chat-settings",
  summary: "How chats are given to members",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: ChatSettings,
});

export const changeChatSettings = contract({
  method: "PUT",
  path: "/api/w/{workspace}/chat-settings",
  summary: "Choose how chats that begin are given to members, and when they come back from them; what is left out stays",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: ChatSettings.partial(),
  status: 200,
  output: ChatSettings,
});
