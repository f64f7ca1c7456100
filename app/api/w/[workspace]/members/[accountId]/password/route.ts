import { endpoint } from "@/lib/api/endpoint";
import * as members from "@/lib/members";
import { resetPassword } from "@/lib/members/contract";

export const POST = endpoint(resetPassword, ({ caller, params }) =>
  members.resetPassword(caller.workspace.id, { id: caller.account.id, role: caller.role }, params.accountId),
);
