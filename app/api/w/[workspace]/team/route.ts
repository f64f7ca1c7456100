import { endpoint } from "@/lib/http/endpoint";
import * as members from "@/lib/workspace/members";
import { listTeam } from "@/lib/workspace/members/contract";

export const GET = endpoint(listTeam, ({ caller }) => members.team(caller.workspace.id));
