import { endpoint } from "@/lib/http/endpoint";
import * as workspaces from "@/lib/workspace/workspaces";
import { choosePlan, getPlan } from "@/lib/workspace/workspaces/contract";

export const GET = endpoint(getPlan, async ({ caller }) => ({ plan: caller.workspace.plan }));
export const PUT = endpoint(choosePlan, ({ caller, body }) => workspaces.chooseOwnPlan(caller.workspace.id, caller.by, body.plan));
