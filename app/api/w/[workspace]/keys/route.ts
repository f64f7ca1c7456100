import { endpoint } from "@/lib/api/endpoint";
import * as keys from "@/lib/keys";
import { createKey, listKeys } from "@/lib/keys/contract";

export const GET = endpoint(listKeys, ({ caller }) => keys.list(caller.workspace.id));
export const POST = endpoint(createKey, ({ caller, body }) => keys.create(caller.workspace.id, caller.by, body));
