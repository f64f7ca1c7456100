import { endpoint } from "@/lib/api/endpoint";
import * as members from "@/lib/members";
import { changePassword } from "@/lib/members/contract";

export const POST = endpoint(changePassword, ({ caller, body }) => members.changePassword(caller.by, body));
