import { endpoint } from "@/lib/api/endpoint";
import * as receivers from "@/lib/receivers";
import { tryNewSecret } from "@/lib/receivers/contract";

export const POST = endpoint(tryNewSecret, ({ caller }) => receivers.tryNewSecret(caller.workspace.id, caller.account));
