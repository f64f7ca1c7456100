import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const choosePassword: EndpointOf<typeof contracts.choosePassword> = { method: "POST", path: "/api/password" };
export const changePassword: EndpointOf<typeof contracts.changePassword> = { method: "POST", path: "/api/w/{workspace}/me/password" };
export const chooseLocale: EndpointOf<typeof contracts.chooseLocale> = { method: "PUT", path: "/api/w/{workspace}/me/locale" };
