import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const checkServer: EndpointOf<typeof contracts.checkServer> = {
  method: "POST",
  path: "/api/w/{workspace}/actions/check",
  waitsForOthers: true,
};
export const tryNewSecret: EndpointOf<typeof contracts.tryNewSecret> = {
  method: "POST",
  path: "/api/w/{workspace}/actions/secret/try",
  waitsForOthers: true,
};
export const getActionSettings: EndpointOf<typeof contracts.getActionSettings> = { method: "GET", path: "/api/w/{workspace}/actions" };
export const checkAddress: EndpointOf<typeof contracts.checkAddress> = { method: "POST", path: "/api/w/{workspace}/actions/address/check" };
export const saveAddress: EndpointOf<typeof contracts.saveAddress> = { method: "PUT", path: "/api/w/{workspace}/actions/address" };
