import * as receivers from "@/lib/domain/receivers";
import { tryNewSecret } from "@/lib/domain/receivers/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(tryNewSecret, ({ caller }) => receivers.tryNewSecret(caller.workspace.id, caller.account));
