import { endpoint } from "@/lib/http/endpoint";
import * as requests from "@/lib/workspace/request-log";
import { groupRequests } from "@/lib/workspace/request-log/contract";

export const GET = endpoint(groupRequests, ({ caller }) => requests.groups(caller.workspace.id));
