import { endpoint } from "@/lib/api/endpoint";
import * as invitations from "@/lib/invitations";
import { invite, listInvitations } from "@/lib/invitations/contract";

export const GET = endpoint(listInvitations, ({ caller }) => invitations.list(caller.workspace.id));
export const POST = endpoint(invite, ({ caller, body }) =>
  invitations.make(caller.workspace.id, { ...caller.by, role: caller.role }, body),
);
