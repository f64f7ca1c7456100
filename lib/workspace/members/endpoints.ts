import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listMembers: EndpointOf<typeof contracts.listMembers> = { method: "GET", path: "/api/w/{workspace}/members" };
export const changeRole: EndpointOf<typeof contracts.changeRole> = { method: "PATCH", path: "/api/w/{workspace}/members/{accountId}" };
export const removeMember: EndpointOf<typeof contracts.removeMember> = { method: "DELETE", path: "/api/w/{workspace}/members/{accountId}" };
export const listTeam: EndpointOf<typeof contracts.listTeam> = { method: "GET", path: "/api/w/{workspace}/team" };
