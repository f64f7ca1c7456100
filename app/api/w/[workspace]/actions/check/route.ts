import { endpoint } from "@/lib/api/endpoint";
import * as receivers from "@/lib/receivers";
import { checkServer } from "@/lib/receivers/contract";

export const POST = endpoint(checkServer, ({ caller, body }) => receivers.check(caller.workspace.id, caller.account, body.probe));
