import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listCalls: EndpointOf<typeof contracts.listCalls> = { method: "GET", path: "/api/w/{workspace}/calls" };
export const getCall: EndpointOf<typeof contracts.getCall> = { method: "GET", path: "/api/w/{workspace}/calls/{callId}" };
export const resendCall: EndpointOf<typeof contracts.resendCall> = { method: "POST", path: "/api/w/{workspace}/calls/{callId}/resend" };
export const pressButton: EndpointOf<typeof contracts.pressButton> = { method: "POST", path: "/api/w/{workspace}/chats/{chatId}/actions" };
