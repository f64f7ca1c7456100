import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getWhatsApp: EndpointOf<typeof contracts.getWhatsApp> = { method: "GET", path: "/api/w/{workspace}/whatsapp" };
export const saveWhatsApp: EndpointOf<typeof contracts.saveWhatsApp> = { method: "PUT", path: "/api/w/{workspace}/whatsapp" };
export const removeWhatsApp: EndpointOf<typeof contracts.removeWhatsApp> = { method: "DELETE", path: "/api/w/{workspace}/whatsapp" };
export const checkWhatsApp: EndpointOf<typeof contracts.checkWhatsApp> = {
  method: "POST",
  path: "/api/w/{workspace}/whatsapp/check",
  waitsForOthers: true,
};
export const listTemplates: EndpointOf<typeof contracts.listTemplates> = {
  method: "GET",
  path: "/api/w/{workspace}/whatsapp/templates",
  waitsForOthers: true,
};
export const sendTemplate: EndpointOf<typeof contracts.sendTemplate> = {
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/template",
  waitsForOthers: true,
};
export const requestPhone: EndpointOf<typeof contracts.requestPhone> = {
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/request-phone",
};
export const getWindow: EndpointOf<typeof contracts.getWindow> = { method: "GET", path: "/api/w/{workspace}/chats/{chatId}/window" };
export const sendAgain: EndpointOf<typeof contracts.sendAgain> = {
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/messages/{itemId}/send-again",
};
export const showTyping: EndpointOf<typeof contracts.showTyping> = { method: "POST", path: "/api/w/{workspace}/chats/{chatId}/typing" };
