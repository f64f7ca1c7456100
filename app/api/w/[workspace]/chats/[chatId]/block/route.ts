import { blockPerson } from "@/lib/channels/block";
import * as contract from "@/lib/channels/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(contract.blockPerson, ({ caller, params, body }) =>
  blockPerson(caller.workspace.id, params.chatId, caller.by, body),
);
