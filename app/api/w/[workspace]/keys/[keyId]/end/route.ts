import * as keys from "@/lib/domain/keys";
import { endKeyOverlap } from "@/lib/domain/keys/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(endKeyOverlap, ({ caller, params }) => keys.endOverlap(caller.workspace.id, caller.by, params.keyId));
