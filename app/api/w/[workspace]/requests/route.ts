import { endpoint } from "@/lib/http/endpoint";
import * as requests from "@/lib/workspace/request-log";
import { listRequests } from "@/lib/workspace/request-log/contract";

export const GET = endpoint(listRequests, ({ caller, query }) => requests.list(caller.workspace.id, query));
