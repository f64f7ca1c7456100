import { endpoint } from "@/lib/http/endpoint";
import * as secrets from "@/lib/workspace/secrets";
import { revealSecret } from "@/lib/workspace/secrets/contract";

export const POST = endpoint(revealSecret, ({ caller }) => secrets.reveal(caller.workspace.id, caller.by));
