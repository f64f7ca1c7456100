import * as invitations from "@/lib/domain/members/invitations";
import { revokeInvitation } from "@/lib/domain/members/invitations/contract";
import { endpoint } from "@/lib/http/endpoint";

export const DELETE = endpoint(revokeInvitation, ({ caller, params }) =>
  invitations.revoke(caller.workspace.id, { ...caller.by, role: caller.role }, params.invitationId),
);
