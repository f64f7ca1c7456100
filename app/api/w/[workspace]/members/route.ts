import { endpoint } from "@/lib/api/endpoint";
import * as members from "@/lib/members";
import { listMembers } from "@/lib/members/contract";

export const GET = endpoint(listMembers, async ({ caller }) => ({ ...(await members.list(caller.workspace.id)), me: caller.account.id }));
