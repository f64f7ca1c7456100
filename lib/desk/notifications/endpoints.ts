import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listNotifications: EndpointOf<typeof contracts.listNotifications> = {
  method: "GET",
  path: "/api/w/{workspace}/notifications",
};
