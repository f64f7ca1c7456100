import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getChatSettings: EndpointOf<typeof contracts.getChatSettings> = { method: "GET", path: "/api/w/{workspace}/chat-settings" };
export const changeChatSettings: EndpointOf<typeof contracts.changeChatSettings> = {
  method: "PUT",
  path: "/api/w/{workspace}/chat-settings",
};
