import { endpoint } from "@/lib/api/endpoint";
import * as keys from "@/lib/keys";
import { endKeyOverlap } from "@/lib/keys/contract";

export const POST = endpoint(endKeyOverlap, ({ caller, params }) => keys.endOverlap(caller.workspace.id, caller.by, params.keyId));
