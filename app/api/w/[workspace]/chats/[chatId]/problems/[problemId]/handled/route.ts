import { handle } from "@/lib/chats/handled";
import { setHandled } from "@/lib/context/problems/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setHandled, ({ caller, params, body }) =>
  handle(caller.workspace.id, params.chatId, { problemId: params.problemId, agent: caller.account, handled: body.handled }),
);
