import { endpoint } from "@/lib/http/endpoint";
import * as secrets from "@/lib/workspace/secrets";
import { endOverlap } from "@/lib/workspace/secrets/contract";

export const POST = endpoint(endOverlap, ({ caller, body }) => secrets.endOverlap(caller.workspace.id, caller.by, body));
