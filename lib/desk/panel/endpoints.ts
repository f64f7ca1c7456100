import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getPanel: EndpointOf<typeof contracts.getPanel> = { method: "GET", path: "/api/w/{workspace}/chats/{chatId}/panel" };
export const listEvents: EndpointOf<typeof contracts.listEvents> = { method: "GET", path: "/api/w/{workspace}/chats/{chatId}/events" };
