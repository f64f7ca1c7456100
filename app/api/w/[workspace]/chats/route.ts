import * as chats from "@/lib/domain/chats";
import { listChats } from "@/lib/domain/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listChats, ({ caller, query }) => chats.list(caller.workspace.id, { accountId: caller.account.id, ...query }), {
  isReadAhead: true,
});
