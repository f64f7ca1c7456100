import * as members from "@/lib/domain/members";
import { listMembers } from "@/lib/domain/members/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listMembers, async ({ caller }) => ({ ...(await members.list(caller.workspace.id)), me: caller.account.id }));
