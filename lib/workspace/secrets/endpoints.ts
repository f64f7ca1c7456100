import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const revealSecret: EndpointOf<typeof contracts.revealSecret> = { method: "POST", path: "/api/w/{workspace}/actions/secret/reveal" };
export const rotateSecret: EndpointOf<typeof contracts.rotateSecret> = { method: "POST", path: "/api/w/{workspace}/actions/secret/rotate" };
export const endOverlap: EndpointOf<typeof contracts.endOverlap> = {
  method: "POST",
  path: "/api/w/{workspace}/actions/secret/end-overlap",
};
