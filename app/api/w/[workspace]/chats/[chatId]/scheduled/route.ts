import * as scheduled from "@/lib/channels/scheduled";
import { listScheduled, scheduleMessage } from "@/lib/channels/scheduled/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listScheduled, ({ caller, params }) => scheduled.list(caller.workspace.id, params.chatId));
export const POST = endpoint(scheduleMessage, ({ caller, params, body }) =>
  scheduled.schedule(caller.workspace.id, params.chatId, caller.account, body),
);
