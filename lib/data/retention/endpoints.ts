import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getRetention: EndpointOf<typeof contracts.getRetention> = { method: "GET", path: "/api/w/{workspace}/retention" };
export const chooseRetention: EndpointOf<typeof contracts.chooseRetention> = { method: "PUT", path: "/api/w/{workspace}/retention" };
