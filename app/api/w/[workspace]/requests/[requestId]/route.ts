import { endpoint } from "@/lib/http/endpoint";
import * as requests from "@/lib/workspace/request-log";
import { getRequest } from "@/lib/workspace/request-log/contract";

export const GET = endpoint(getRequest, ({ caller, params }) => requests.get(caller.workspace.id, params.requestId));
