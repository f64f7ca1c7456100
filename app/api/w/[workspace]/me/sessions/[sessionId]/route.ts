import { endpoint } from "@/lib/api/endpoint";
import * as sessions from "@/lib/sessions";
import { endSession } from "@/lib/sessions/contract";

export const DELETE = endpoint(endSession, ({ caller, params }) => sessions.endOther(caller.by, params.sessionId));
