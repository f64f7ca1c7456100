import * as panel from "@/lib/desk/panel";
import { listEvents } from "@/lib/desk/panel/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listEvents, ({ caller, params, query }) => panel.olderEvents(caller.workspace.id, params.chatId, query));
