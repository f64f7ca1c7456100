import { endpoint } from "@/lib/http/endpoint";
import * as sessions from "@/lib/workspace/sessions";
import { endSession } from "@/lib/workspace/sessions/contract";

export const DELETE = endpoint(endSession, ({ caller, params }) => sessions.endOther(caller.by, params.sessionId));
