import { pressButton } from "@/lib/actions/calls/contract";
import * as calls from "@/lib/actions/calls/start";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(pressButton, ({ caller, params, body }) =>
  calls.startCall(caller.workspace.id, params.chatId, { ...caller.account, role: caller.role }, body),
);
