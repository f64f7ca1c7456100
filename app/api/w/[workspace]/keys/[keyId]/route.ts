import { endpoint } from "@/lib/http/endpoint";
import * as keys from "@/lib/workspace/keys";
import { renameKey, revokeKey } from "@/lib/workspace/keys/contract";

export const PATCH = endpoint(renameKey, ({ caller, params, body }) =>
  keys.rename(caller.workspace.id, caller.by, { id: params.keyId, name: body.name }),
);
export const DELETE = endpoint(revokeKey, ({ caller, params }) => keys.revoke(caller.workspace.id, caller.by, params.keyId));
