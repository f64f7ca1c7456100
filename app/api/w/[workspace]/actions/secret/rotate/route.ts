import { rotateSecret } from "@/lib/domain/buttons/contract";
import * as secrets from "@/lib/domain/secrets";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(rotateSecret, ({ caller, body }) => secrets.rotate(caller.workspace.id, caller.by, body));
