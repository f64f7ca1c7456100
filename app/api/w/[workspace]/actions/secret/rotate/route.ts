import { endpoint } from "@/lib/http/endpoint";
import * as secrets from "@/lib/workspace/secrets";
import { rotateSecret } from "@/lib/workspace/secrets/contract";

export const POST = endpoint(rotateSecret, ({ caller, body }) => secrets.rotate(caller.workspace.id, caller.by, body));
