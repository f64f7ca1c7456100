import { endpoint } from "@/lib/api/endpoint";
import * as members from "@/lib/members";
import { addMember, listMembers } from "@/lib/members/contract";

export const GET = endpoint(listMembers, async ({ caller }) => ({ ...(await members.list(caller.workspace.id)), me: caller.account.id }));
export const POST = endpoint(addMember, ({ caller, body }) => members.add(caller.workspace.id, { ...caller.by, role: caller.role }, body));
