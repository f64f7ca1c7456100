import { endpoint } from "@/lib/http/endpoint";
import * as members from "@/lib/workspace/members";
import { changeRole, removeMember } from "@/lib/workspace/members/contract";

export const PATCH = endpoint(changeRole, ({ caller, params, body }) =>
  members.changeRole(caller.workspace.id, { ...caller.by, role: caller.role }, { accountId: params.accountId, role: body.role }),
);
export const DELETE = endpoint(removeMember, ({ caller, params }) =>
  members.remove(caller.workspace.id, { ...caller.by, role: caller.role }, params.accountId),
);
