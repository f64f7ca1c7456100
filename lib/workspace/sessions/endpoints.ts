import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listSessions: EndpointOf<typeof contracts.listSessions> = { method: "GET", path: "/api/w/{workspace}/me/sessions" };
export const endSession: EndpointOf<typeof contracts.endSession> = { method: "DELETE", path: "/api/w/{workspace}/me/sessions/{sessionId}" };
