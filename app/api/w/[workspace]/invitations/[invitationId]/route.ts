import { endpoint } from "@/lib/http/endpoint";
import * as invitations from "@/lib/workspace/members/invitations";
import { revokeInvitation } from "@/lib/workspace/members/invitations/contract";

export const DELETE = endpoint(revokeInvitation, ({ caller, params }) =>
  invitations.revoke(caller.workspace.id, { ...caller.by, role: caller.role }, params.invitationId),
);
