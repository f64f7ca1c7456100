import * as secrets from "@/lib/domain/secrets";
import { revealSecret } from "@/lib/domain/secrets/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(revealSecret, ({ caller }) => secrets.reveal(caller.workspace.id, caller.by));
