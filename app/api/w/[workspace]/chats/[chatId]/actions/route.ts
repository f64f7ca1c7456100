import * as actions from "@/lib/domain/buttons";
import { pressButton } from "@/lib/domain/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(pressButton, ({ caller, params, body }) =>
  actions.press(caller.workspace.id, params.chatId, { ...caller.account, role: caller.role }, body),
);
