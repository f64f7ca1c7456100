import * as secrets from "@/lib/domain/secrets";
import { rotateSecret } from "@/lib/domain/secrets/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(rotateSecret, ({ caller, body }) => secrets.rotate(caller.workspace.id, caller.by, body));
