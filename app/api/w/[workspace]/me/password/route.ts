import * as accounts from "@/lib/accounts";
import { endpoint } from "@/lib/api/endpoint";
import { changePassword } from "@/lib/members/contract";

export const POST = endpoint(changePassword, ({ caller, body }) => accounts.changePassword(caller.by, body));
