import { revealIdentifySecret } from "@/lib/channels/website/contract";
import { endpoint } from "@/lib/http/endpoint";
import * as secrets from "@/lib/workspace/secrets";

export const POST = endpoint(revealIdentifySecret, ({ caller }) => secrets.reveal(caller.workspace.id, caller.by, "identify"));
