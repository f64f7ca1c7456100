import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const search: EndpointOf<typeof contracts.search> = { method: "GET", path: "/api/w/{workspace}/search" };
