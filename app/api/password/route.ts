import * as accounts from "@/lib/domain/accounts";
import { choosePassword } from "@/lib/domain/accounts/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(choosePassword, ({ caller, body }) => accounts.choosePassword(caller.session, body.password));
