import { revealSecret } from "@/lib/domain/buttons/contract";
import * as secrets from "@/lib/domain/secrets";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(revealSecret, ({ caller }) => secrets.reveal(caller.workspace.id, caller.by));
