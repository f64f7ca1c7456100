import * as sessions from "@/lib/domain/sessions";
import { listSessions } from "@/lib/domain/sessions/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listSessions, ({ caller }) => sessions.list(caller.account.id, caller.sessionId));
