import * as helpdesks from "@/lib/domain/helpdesks";
import { handleFrameProblem } from "@/lib/domain/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(handleFrameProblem, ({ caller, params, body }) =>
  helpdesks.handle(caller.workspace.id, caller.viewer, { ...body, problemId: params.problemId }),
);
