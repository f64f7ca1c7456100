import * as actions from "@/lib/actions";
import { pressButton } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";

export const POST = endpoint(pressButton, ({ caller, params, body }) =>
  actions.press(caller.workspace.id, params.chatId, { ...caller.account, role: caller.role }, body),
);
