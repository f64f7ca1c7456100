import { endpoint } from "@/lib/http/endpoint";
import * as members from "@/lib/workspace/members";
import { listMembers } from "@/lib/workspace/members/contract";

export const GET = endpoint(listMembers, async ({ caller }) => ({ ...(await members.list(caller.workspace.id)), me: caller.account.id }));
