import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listKeys: EndpointOf<typeof contracts.listKeys> = { method: "GET", path: "/api/w/{workspace}/keys" };
export const createKey: EndpointOf<typeof contracts.createKey> = { method: "POST", path: "/api/w/{workspace}/keys" };
export const renameKey: EndpointOf<typeof contracts.renameKey> = { method: "PATCH", path: "/api/w/{workspace}/keys/{keyId}" };
export const rotateKey: EndpointOf<typeof contracts.rotateKey> = { method: "POST", path: "/api/w/{workspace}/keys/{keyId}/rotate" };
export const endKeyOverlap: EndpointOf<typeof contracts.endKeyOverlap> = { method: "POST", path: "/api/w/{workspace}/keys/{keyId}/end" };
export const revokeKey: EndpointOf<typeof contracts.revokeKey> = { method: "DELETE", path: "/api/w/{workspace}/keys/{keyId}" };
