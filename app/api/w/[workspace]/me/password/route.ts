import { endpoint } from "@/lib/http/endpoint";
import * as accounts from "@/lib/workspace/accounts";
import { changePassword } from "@/lib/workspace/accounts/contract";

export const POST = endpoint(changePassword, ({ caller, body }) => accounts.changePassword(caller.by, body));
