import { endpoint } from "@/lib/api/endpoint";
import * as calls from "@/lib/calls";
import { resendCall } from "@/lib/calls/contract";

export const POST = endpoint(resendCall, ({ caller, params }) => calls.resend(caller.workspace.id, caller.account, params.callId));
