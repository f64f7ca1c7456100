import * as chats from "@/lib/chats";
import { listChats } from "@/lib/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listChats, ({ caller, query }) => chats.list(caller.workspace.id, { accountId: caller.account.id, ...query }), {
  isReadAhead: true,
});
