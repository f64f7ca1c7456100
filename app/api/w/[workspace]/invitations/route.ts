import * as invitations from "@/lib/domain/members/invitations";
import { invite, listInvitations } from "@/lib/domain/members/invitations/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listInvitations, ({ caller }) => invitations.list(caller.workspace.id));
export const POST = endpoint(invite, ({ caller, body }) =>
  invitations.make(caller.workspace.id, { ...caller.by, role: caller.role }, body),
);
