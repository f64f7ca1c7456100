import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listRequests: EndpointOf<typeof contracts.listRequests> = { method: "GET", path: "/api/w/{workspace}/requests" };
