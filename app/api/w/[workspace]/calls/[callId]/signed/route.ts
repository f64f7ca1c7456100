import { signCall } from "@/lib/actions/calls/contract";
import * as calls from "@/lib/actions/calls/log";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(signCall, ({ caller, params }) => calls.signed(caller.workspace.id, caller.account, params.callId));
