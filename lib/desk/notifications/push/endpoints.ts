import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const getPush: EndpointOf<typeof contracts.getPush> = { method: "GET", path: "/api/w/{workspace}/push" };
export const subscribeToPush: EndpointOf<typeof contracts.subscribeToPush> = { method: "PUT", path: "/api/w/{workspace}/push" };
export const unsubscribeFromPush: EndpointOf<typeof contracts.unsubscribeFromPush> = {
  method: "POST",
  path: "/api/w/{workspace}/push/end",
};
export const announceVisible: EndpointOf<typeof contracts.announceVisible> = { method: "POST", path: "/api/w/{workspace}/push/visible" };
