import { endpoint } from "@/lib/api/endpoint";
import * as keys from "@/lib/keys";
import { revokeKey } from "@/lib/keys/contract";

export const DELETE = endpoint(revokeKey, ({ caller, params }) => keys.revoke(caller.workspace.id, params.keyId));
