import { endpoint } from "@/lib/api/endpoint";
import * as audit from "@/lib/audit";
import { listActors } from "@/lib/audit/contract";

export const GET = endpoint(listActors, ({ caller }) => audit.actors(caller.workspace.id));
