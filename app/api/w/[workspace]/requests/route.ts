import { endpoint } from "@/lib/api/endpoint";
import * as requests from "@/lib/requests";
import { listRequests } from "@/lib/requests/contract";

export const GET = endpoint(listRequests, ({ caller, query }) => requests.list(caller.workspace.id, query));
