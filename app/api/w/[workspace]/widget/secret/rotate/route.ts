import { rotateIdentifySecret } from "@/lib/channels/website/contract";
import { endpoint } from "@/lib/http/endpoint";
import * as secrets from "@/lib/workspace/secrets";

export const POST = endpoint(rotateIdentifySecret, ({ caller, body }) => secrets.rotate(caller.workspace.id, caller.by, body, "identify"));
