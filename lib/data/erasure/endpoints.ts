import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getErasable: EndpointOf<typeof contracts.getErasable> = { method: "GET", path: "/api/w/{workspace}/people/{personId}" };
export const erasePerson: EndpointOf<typeof contracts.erasePerson> = { method: "DELETE", path: "/api/w/{workspace}/people/{personId}" };
