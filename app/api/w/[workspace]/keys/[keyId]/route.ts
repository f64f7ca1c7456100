import { endpoint } from "@/lib/api/endpoint";
import * as keys from "@/lib/keys";
import { renameKey, revokeKey } from "@/lib/keys/contract";

export const PATCH = endpoint(renameKey, ({ caller, params, body }) =>
  keys.rename(caller.workspace.id, caller.by, { id: params.keyId, name: body.name }),
);
export const DELETE = endpoint(revokeKey, ({ caller, params }) => keys.revoke(caller.workspace.id, caller.by, params.keyId));
