import * as accounts from "@/lib/accounts";
import { choosePassword } from "@/lib/accounts/contract";
import { endpoint } from "@/lib/api/endpoint";

export const POST = endpoint(choosePassword, ({ caller, body }) => accounts.choosePassword(caller.session, body.password));
