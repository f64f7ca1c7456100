import { endpoint } from "@/lib/http/endpoint";
import * as resets from "@/lib/workspace/members/resets";
import { makeResetLink } from "@/lib/workspace/members/resets/contract";

export const POST = endpoint(makeResetLink, ({ caller, params }) =>
  resets.make(caller.workspace.id, { ...caller.by, role: caller.role }, params.accountId),
);
