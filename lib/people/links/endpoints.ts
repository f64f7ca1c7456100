import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listConflicts: EndpointOf<typeof contracts.listConflicts> = { method: "GET", path: "/api/w/{workspace}/conflicts" };
export const resolveConflict: EndpointOf<typeof contracts.resolveConflict> = {
  method: "POST",
  path: "/api/w/{workspace}/conflicts/{conflictId}",
};
