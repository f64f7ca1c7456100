import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listChats: EndpointOf<typeof contracts.listChats> = { method: "GET", path: "/api/w/{workspace}/chats" };
export const listItems: EndpointOf<typeof contracts.listItems> = { method: "GET", path: "/api/w/{workspace}/chats/{chatId}/items" };
export const sendMessage: EndpointOf<typeof contracts.sendMessage> = { method: "POST", path: "/api/w/{workspace}/chats/{chatId}/messages" };
export const markRead: EndpointOf<typeof contracts.markRead> = { method: "POST", path: "/api/w/{workspace}/chats/{chatId}/read" };
export const setStatus: EndpointOf<typeof contracts.setStatus> = { method: "POST", path: "/api/w/{workspace}/chats/{chatId}/status" };
export const setAssignee: EndpointOf<typeof contracts.setAssignee> = { method: "POST", path: "/api/w/{workspace}/chats/{chatId}/assignee" };
export const snooze: EndpointOf<typeof contracts.snooze> = { method: "POST", path: "/api/w/{workspace}/chats/{chatId}/snooze" };
export const announcePresence: EndpointOf<typeof contracts.announcePresence> = {
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/presence",
};
export const linkChat: EndpointOf<typeof contracts.linkChat> = { method: "POST", path: "/api/w/{workspace}/chats/{chatId}/link" };
