import * as helpdesks from "@/lib/desk/helpdesks";
import { handleFrameProblem } from "@/lib/desk/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(handleFrameProblem, ({ caller, params, body }) =>
  helpdesks.handle(caller.workspace.id, caller.viewer, { ...body, problemId: params.problemId }),
);
