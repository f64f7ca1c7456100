import * as firstRun from "@/lib/desk/first-run";
import { getFirstRun, putAwayFirstRun } from "@/lib/desk/first-run/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getFirstRun, ({ caller }) => firstRun.read(caller.workspace.id));
export const PUT = endpoint(putAwayFirstRun, ({ caller, body }) => firstRun.putAway(caller.workspace.id, body));
