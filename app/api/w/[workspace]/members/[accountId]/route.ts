import * as members from "@/lib/domain/members";
import { changeRole, removeMember } from "@/lib/domain/members/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PATCH = endpoint(changeRole, ({ caller, params, body }) =>
  members.changeRole(caller.workspace.id, { ...caller.by, role: caller.role }, { accountId: params.accountId, role: body.role }),
);
export const DELETE = endpoint(removeMember, ({ caller, params }) =>
  members.remove(caller.workspace.id, { ...caller.by, role: caller.role }, params.accountId),
);
