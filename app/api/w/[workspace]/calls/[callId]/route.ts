import { endpoint } from "@/lib/api/endpoint";
import * as calls from "@/lib/calls";
import { getCall } from "@/lib/calls/contract";

export const GET = endpoint(getCall, ({ caller, params }) => calls.get(caller.workspace.id, params.callId));
