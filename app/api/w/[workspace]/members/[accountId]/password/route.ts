import { endpoint } from "@/lib/api/endpoint";
import * as members from "@/lib/members";
import { resetPassword } from "@/lib/members/contract";

export const POST = endpoint(resetPassword, ({ caller, params }) =>
  members.resetPassword(caller.workspace.id, { ...caller.by, role: caller.role }, params.accountId),
);
