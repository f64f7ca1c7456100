import type { EndpointOf } from "@/lib/kernel/contract";
import type * as contracts from "./contract";

export const listInvitations: EndpointOf<typeof contracts.listInvitations> = { method: "GET", path: "/api/w/{workspace}/invitations" };
export const invite: EndpointOf<typeof contracts.invite> = { method: "POST", path: "/api/w/{workspace}/invitations" };
export const revokeInvitation: EndpointOf<typeof contracts.revokeInvitation> = {
  method: "DELETE",
  path: "/api/w/{workspace}/invitations/{invitationId}",
};
export const getInvitation: EndpointOf<typeof contracts.getInvitation> = { method: "POST", path: "/api/invitation" };
export const acceptInvitation: EndpointOf<typeof contracts.acceptInvitation> = { method: "POST", path: "/api/invitation/accept" };
