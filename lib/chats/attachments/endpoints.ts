import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const uploadAttachment: EndpointOf<typeof contracts.uploadAttachment> = {
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/attachments",
};
export const openAttachment: EndpointOf<typeof contracts.openAttachment> = {
  method: "GET",
  path: "/api/w/{workspace}/attachments/{attachmentId}",
};
