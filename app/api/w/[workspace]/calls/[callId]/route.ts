import { getCall } from "@/lib/actions/calls/contract";
import * as calls from "@/lib/actions/calls/log";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getCall, ({ caller, params }) => calls.get(caller.workspace.id, params.callId));
