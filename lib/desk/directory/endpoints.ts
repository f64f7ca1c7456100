import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listContacts: EndpointOf<typeof contracts.listContacts> = { method: "GET", path: "/api/w/{workspace}/contacts" };
export const getContactPage: EndpointOf<typeof contracts.getContactPage> = {
  method: "GET",
  path: "/api/w/{workspace}/contacts/{contactId}",
};
export const listContactTimeline: EndpointOf<typeof contracts.listContactTimeline> = {
  method: "GET",
  path: "/api/w/{workspace}/contacts/{contactId}/timeline",
};
export const listContactEvents: EndpointOf<typeof contracts.listContactEvents> = {
  method: "GET",
  path: "/api/w/{workspace}/contacts/{contactId}/events",
};
export const setContactHandled: EndpointOf<typeof contracts.setContactHandled> = {
  method: "POST",
  path: "/api/w/{workspace}/contacts/{contactId}/problems/{problemId}/handled",
};
export const exportContact: EndpointOf<typeof contracts.exportContact> = {
  method: "GET",
  path: "/api/w/{workspace}/contacts/{contactId}/export",
};
export const deleteContact: EndpointOf<typeof contracts.deleteContact> = {
  method: "DELETE",
  path: "/api/w/{workspace}/contacts/{contactId}",
};
