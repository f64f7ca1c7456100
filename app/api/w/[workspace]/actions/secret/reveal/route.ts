import { revealSecret } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";
import * as secrets from "@/lib/secrets";

export const POST = endpoint(revealSecret, ({ caller }) => secrets.reveal(caller.workspace.id, caller.by));
