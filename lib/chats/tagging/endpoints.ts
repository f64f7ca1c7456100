import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const setTag: EndpointOf<typeof contracts.setTag> = { method: "POST", path: "/api/w/{workspace}/chats/{chatId}/tags" };
