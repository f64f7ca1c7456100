import { getEventReach } from "@/lib/desk/reach/contract";
import { reached } from "@/lib/desk/reach/past";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getEventReach, ({ caller, params }) => reached(caller.workspace.id, params.eventId));
