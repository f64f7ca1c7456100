import { endpoint } from "@/lib/http/endpoint";
import * as keys from "@/lib/workspace/keys";
import { rotateKey } from "@/lib/workspace/keys/contract";

export const POST = endpoint(rotateKey, ({ caller, params, body }) =>
  keys.rotate(caller.workspace.id, caller.by, { id: params.keyId, ...body }),
);
