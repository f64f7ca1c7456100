import * as requests from "@/lib/domain/request-log";
import { listRequests } from "@/lib/domain/request-log/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listRequests, ({ caller, query }) => requests.list(caller.workspace.id, query));
