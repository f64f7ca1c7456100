import * as sessions from "@/lib/domain/sessions";
import { endSession } from "@/lib/domain/sessions/contract";
import { endpoint } from "@/lib/http/endpoint";

export const DELETE = endpoint(endSession, ({ caller, params }) => sessions.endOther(caller.by, params.sessionId));
