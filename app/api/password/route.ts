import { endpoint } from "@/lib/http/endpoint";
import * as accounts from "@/lib/workspace/accounts";
import { choosePassword } from "@/lib/workspace/accounts/contract";

export const POST = endpoint(choosePassword, ({ caller, body }) => accounts.choosePassword(caller.session, body.password));
