import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getPlan: EndpointOf<typeof contracts.getPlan> = { method: "GET", path: "/api/w/{workspace}/plan" };
export const choosePlan: EndpointOf<typeof contracts.choosePlan> = { method: "PUT", path: "/api/w/{workspace}/plan" };
export const setUp: EndpointOf<typeof contracts.setUp> = { method: "POST", path: "/api/setup" };
