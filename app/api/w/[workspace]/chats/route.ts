import { endpoint } from "@/lib/api/endpoint";
import * as chats from "@/lib/chats";
import { listChats } from "@/lib/chats/contract";

export const GET = endpoint(listChats, ({ caller, query }) => chats.list(caller.workspace.id, { accountId: caller.account.id, ...query }));
