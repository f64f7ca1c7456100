import { endpoint } from "@/lib/api/endpoint";
import * as keys from "@/lib/keys";
import { rotateKey } from "@/lib/keys/contract";

export const POST = endpoint(rotateKey, ({ caller, params, body }) =>
  keys.rotate(caller.workspace.id, caller.by, { id: params.keyId, ...body }),
);
