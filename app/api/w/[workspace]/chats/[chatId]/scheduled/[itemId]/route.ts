import * as scheduled from "@/lib/channels/scheduled";
import { cancelScheduled } from "@/lib/channels/scheduled/contract";
import { endpoint } from "@/lib/http/endpoint";

export const DELETE = endpoint(cancelScheduled, ({ caller, params }) =>
  scheduled.cancel(caller.workspace.id, params.chatId, params.itemId),
);
