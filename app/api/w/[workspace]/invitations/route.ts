import { endpoint } from "@/lib/http/endpoint";
import * as invitations from "@/lib/workspace/members/invitations";
import { invite, listInvitations } from "@/lib/workspace/members/invitations/contract";

export const GET = endpoint(listInvitations, ({ caller }) => invitations.list(caller.workspace.id));
export const POST = endpoint(invite, ({ caller, body }) =>
  invitations.make(caller.workspace.id, { ...caller.by, role: caller.role }, body),
);
