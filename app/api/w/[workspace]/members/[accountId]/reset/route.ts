import { endpoint } from "@/lib/api/endpoint";
import * as resets from "@/lib/resets";
import { makeResetLink } from "@/lib/resets/contract";

export const POST = endpoint(makeResetLink, ({ caller, params }) =>
  resets.make(caller.workspace.id, { ...caller.by, role: caller.role }, params.accountId),
);
