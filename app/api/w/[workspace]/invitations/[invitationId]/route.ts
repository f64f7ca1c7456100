import { endpoint } from "@/lib/api/endpoint";
import * as invitations from "@/lib/invitations";
import { revokeInvitation } from "@/lib/invitations/contract";

export const DELETE = endpoint(revokeInvitation, ({ caller, params }) =>
  invitations.revoke(caller.workspace.id, { ...caller.by, role: caller.role }, params.invitationId),
);
