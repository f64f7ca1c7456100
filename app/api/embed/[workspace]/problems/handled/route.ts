import * as helpdesks from "@/lib/desk/helpdesks";
import { handleAllFrameProblems } from "@/lib/desk/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(handleAllFrameProblems, ({ caller, body }) => helpdesks.handleAll(caller.workspace.id, caller.viewer, body));
