import * as keys from "@/lib/domain/keys";
import { rotateKey } from "@/lib/domain/keys/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(rotateKey, ({ caller, params, body }) =>
  keys.rotate(caller.workspace.id, caller.by, { id: params.keyId, ...body }),
);
