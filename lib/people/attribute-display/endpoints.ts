import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getAttributeDisplay: EndpointOf<typeof contracts.getAttributeDisplay> = {
  method: "GET",
  path: "/api/w/{workspace}/attribute-display",
};
export const saveAttributeDisplay: EndpointOf<typeof contracts.saveAttributeDisplay> = {
  method: "PUT",
  path: "/api/w/{workspace}/attribute-display",
};
export const listSeenAttributes: EndpointOf<typeof contracts.listSeenAttributes> = {
  method: "GET",
  path: "/api/w/{workspace}/attribute-display/seen",
};
