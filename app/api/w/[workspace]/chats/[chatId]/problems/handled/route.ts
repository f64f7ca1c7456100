import { handleAll } from "@/lib/chats/handled/all";
import { setAllHandled } from "@/lib/context/problems/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setAllHandled, ({ caller, params, body }) =>
  handleAll(caller.workspace.id, params.chatId, { ...body, agent: caller.account }),
);
