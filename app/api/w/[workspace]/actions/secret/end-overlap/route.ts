import * as secrets from "@/lib/domain/secrets";
import { endOverlap } from "@/lib/domain/secrets/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(endOverlap, ({ caller, body }) => secrets.endOverlap(caller.workspace.id, caller.by, body));
