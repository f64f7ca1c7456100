import { endOverlap } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";
import * as secrets from "@/lib/secrets";

export const POST = endpoint(endOverlap, ({ caller, body }) => secrets.endOverlap(caller.workspace.id, caller.by, body));
