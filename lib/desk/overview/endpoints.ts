import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getOverview: EndpointOf<typeof contracts.getOverview> = { method: "GET", path: "/api/w/{workspace}/overview" };
export const exportOverview: EndpointOf<typeof contracts.exportOverview> = { method: "GET", path: "/api/w/{workspace}/overview/export" };
