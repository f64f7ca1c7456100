import { endpoint } from "@/lib/api/endpoint";
import * as sessions from "@/lib/sessions";
import { listSessions } from "@/lib/sessions/contract";

export const GET = endpoint(listSessions, ({ caller }) => sessions.list(caller.account.id, caller.sessionId));
