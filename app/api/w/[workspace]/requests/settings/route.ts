import { endpoint } from "@/lib/http/endpoint";
import * as requests from "@/lib/workspace/request-log";
import { changeRequestSettings, getRequestSettings } from "@/lib/workspace/request-log/contract";

export const GET = endpoint(getRequestSettings, ({ caller }) => requests.settings(caller.workspace.id));
export const PUT = endpoint(changeRequestSettings, ({ caller, body }) => requests.changeSettings(caller.workspace.id, caller.by, body));
