import * as resets from "@/lib/domain/members/resets";
import { makeResetLink } from "@/lib/domain/members/resets/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(makeResetLink, ({ caller, params }) =>
  resets.make(caller.workspace.id, { ...caller.by, role: caller.role }, params.accountId),
);
