import { resendCall } from "@/lib/actions/calls/contract";
import * as calls from "@/lib/actions/calls/log";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(resendCall, ({ caller, params }) => calls.resend(caller.workspace.id, caller.account, params.callId));
