import { rotateSecret } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";
import * as secrets from "@/lib/secrets";

export const POST = endpoint(rotateSecret, ({ caller, body }) => secrets.rotate(caller.workspace.id, caller.by, body));
