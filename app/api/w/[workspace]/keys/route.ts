import { endpoint } from "@/lib/http/endpoint";
import * as keys from "@/lib/workspace/keys";
import { createKey, listKeys } from "@/lib/workspace/keys/contract";

export const GET = endpoint(listKeys, ({ caller }) => keys.list(caller.workspace.id));
export const POST = endpoint(createKey, ({ caller, body }) => keys.create(caller.workspace.id, caller.by, body));
