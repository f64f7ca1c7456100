import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const playMessage: EndpointOf<typeof contracts.playMessage> = { method: "POST", path: "/api/simulator/{workspace}/messages" };
export const watchChat: EndpointOf<typeof contracts.watchChat> = { method: "GET", path: "/api/simulator/{workspace}/messages" };
export const blockPerson: EndpointOf<typeof contracts.blockPerson> = { method: "POST", path: "/api/w/{workspace}/chats/{chatId}/block" };
