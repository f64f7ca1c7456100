import * as receivers from "@/lib/domain/receivers";
import { checkServer } from "@/lib/domain/receivers/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(checkServer, ({ caller, body }) => receivers.check(caller.workspace.id, caller.account, body.probe));
