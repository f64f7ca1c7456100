import { endpoint } from "@/lib/http/endpoint";
import * as keys from "@/lib/workspace/keys";
import { endKeyOverlap } from "@/lib/workspace/keys/contract";

export const POST = endpoint(endKeyOverlap, ({ caller, params }) => keys.endOverlap(caller.workspace.id, caller.by, params.keyId));
