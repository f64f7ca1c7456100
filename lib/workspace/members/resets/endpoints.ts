import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const makeResetLink: EndpointOf<typeof contracts.makeResetLink> = {
  method: "POST",
  path: "/api/w/{workspace}/members/{accountId}/reset",
};
export const getReset: EndpointOf<typeof contracts.getReset> = { method: "POST", path: "/api/reset" };
export const useResetLink: EndpointOf<typeof contracts.useResetLink> = { method: "POST", path: "/api/reset/use" };
