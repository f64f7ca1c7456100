import { z } from "zod";
import { contract, InWorkspace, mustBe } from "@/lib/kernel/contract";

/** The owner of a chat that begins: nobody, or the members in turn. */
export const AssignNewChats = z.enum(["off", "round_robin"], { error: mustBe('"off" or "round_robin"') });
export type AssignNewChats = z.output<typeof AssignNewChats>;

export const ChatSettings = z.object({ assignNewChats: AssignNewChats });
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
  summary: "Choose how chats that begin are given to members",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: ChatSettings,
  status: 200,
  output: ChatSettings,
});
