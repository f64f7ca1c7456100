import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listReplies: EndpointOf<typeof contracts.listReplies> = { method: "GET", path: "/api/w/{workspace}/replies" };
export const addReply: EndpointOf<typeof contracts.addReply> = { method: "POST", path: "/api/w/{workspace}/replies" };
export const changeReply: EndpointOf<typeof contracts.changeReply> = { method: "PATCH", path: "/api/w/{workspace}/replies/{replyId}" };
export const removeReply: EndpointOf<typeof contracts.removeReply> = { method: "DELETE", path: "/api/w/{workspace}/replies/{replyId}" };
export const getReplySettings: EndpointOf<typeof contracts.getReplySettings> = { method: "GET", path: "/api/w/{workspace}/reply-settings" };
export const changeReplySettings: EndpointOf<typeof contracts.changeReplySettings> = {
  method: "PUT",
  path: "/api/w/{workspace}/reply-settings",
};
