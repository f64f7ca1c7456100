import * as workspaces from "@/lib/domain/workspaces";
import { choosePlan, getPlan } from "@/lib/domain/workspaces/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getPlan, async ({ caller }) => ({ plan: caller.workspace.plan }));
export const PUT = endpoint(choosePlan, ({ caller, body }) => workspaces.choosePlan(caller.workspace.id, caller.by, body.plan));
