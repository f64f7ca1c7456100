import * as accounts from "@/lib/domain/accounts";
import { changePassword } from "@/lib/domain/accounts/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(changePassword, ({ caller, body }) => accounts.changePassword(caller.by, body));
