import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listTags: EndpointOf<typeof contracts.listTags> = { method: "GET", path: "/api/w/{workspace}/tags" };
export const addTag: EndpointOf<typeof contracts.addTag> = { method: "POST", path: "/api/w/{workspace}/tags" };
export const changeTag: EndpointOf<typeof contracts.changeTag> = { method: "PATCH", path: "/api/w/{workspace}/tags/{tagId}" };
export const removeTag: EndpointOf<typeof contracts.removeTag> = { method: "DELETE", path: "/api/w/{workspace}/tags/{tagId}" };
