import { setHandled } from "@/lib/domain/problems/contract";
import { handle } from "@/lib/domain/problems/handled";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setHandled, ({ caller, params, body }) =>
  handle(caller.workspace.id, params.chatId, { problemId: params.problemId, agent: caller.account, handled: body.handled }),
);
