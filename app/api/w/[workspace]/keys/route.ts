import * as keys from "@/lib/domain/keys";
import { createKey, listKeys } from "@/lib/domain/keys/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listKeys, ({ caller }) => keys.list(caller.workspace.id));
export const POST = endpoint(createKey, ({ caller, body }) => keys.create(caller.workspace.id, caller.by, body));
