import { endpoint } from "@/lib/http/endpoint";
import * as sessions from "@/lib/workspace/sessions";
import { listSessions } from "@/lib/workspace/sessions/contract";

export const GET = endpoint(listSessions, ({ caller }) => sessions.list(caller.account.id, caller.sessionId));
