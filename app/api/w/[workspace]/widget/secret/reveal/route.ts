import { revealIdentifySecret } from "@/lib/domain/channels/website/contract";
import * as secrets from "@/lib/domain/secrets";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(revealIdentifySecret, ({ caller }) => secrets.reveal(caller.workspace.id, caller.by, "identify"));
