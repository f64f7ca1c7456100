import { rotateIdentifySecret } from "@/lib/domain/channels/website/contract";
import * as secrets from "@/lib/domain/secrets";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(rotateIdentifySecret, ({ caller, body }) => secrets.rotate(caller.workspace.id, caller.by, body, "identify"));
