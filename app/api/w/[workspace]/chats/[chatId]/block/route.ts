import { blockPerson } from "@/lib/domain/channels/block";
import * as contract from "@/lib/domain/channels/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(contract.blockPerson, ({ caller, params, body }) =>
  blockPerson(caller.workspace.id, params.chatId, caller.by, body),
);
