import * as members from "@/lib/domain/members";
import { listTeam } from "@/lib/domain/members/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listTeam, ({ caller }) => members.team(caller.workspace.id));
