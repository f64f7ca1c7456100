import * as keys from "@/lib/domain/keys";
import { renameKey, revokeKey } from "@/lib/domain/keys/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PATCH = endpoint(renameKey, ({ caller, params, body }) =>
  keys.rename(caller.workspace.id, caller.by, { id: params.keyId, name: body.name }),
);
export const DELETE = endpoint(revokeKey, ({ caller, params }) => keys.revoke(caller.workspace.id, caller.by, params.keyId));
