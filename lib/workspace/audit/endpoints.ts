import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listAudit: EndpointOf<typeof contracts.listAudit> = { method: "GET", path: "/api/w/{workspace}/audit" };
export const listActors: EndpointOf<typeof contracts.listActors> = { method: "GET", path: "/api/w/{workspace}/audit/actors" };
export const exportAudit: EndpointOf<typeof contracts.exportAudit> = { method: "GET", path: "/api/w/{workspace}/audit/export" };
