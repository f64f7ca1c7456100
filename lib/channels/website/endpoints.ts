import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getWebsite: EndpointOf<typeof contracts.getWebsite> = { method: "GET", path: "/api/w/{workspace}/widget" };
export const saveWebsite: EndpointOf<typeof contracts.saveWebsite> = { method: "PUT", path: "/api/w/{workspace}/widget" };
export const revealIdentifySecret: EndpointOf<typeof contracts.revealIdentifySecret> = {
  method: "POST",
  path: "/api/w/{workspace}/widget/secret/reveal",
};
export const rotateIdentifySecret: EndpointOf<typeof contracts.rotateIdentifySecret> = {
  method: "POST",
  path: "/api/w/{workspace}/widget/secret/rotate",
};
export const endIdentifyOverlap: EndpointOf<typeof contracts.endIdentifyOverlap> = {
  method: "POST",
  path: "/api/w/{workspace}/widget/secret/end-overlap",
};
