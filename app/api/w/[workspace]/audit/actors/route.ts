import { endpoint } from "@/lib/http/endpoint";
import * as audit from "@/lib/workspace/audit";
import { listActors } from "@/lib/workspace/audit/contract";

export const GET = endpoint(listActors, ({ caller }) => audit.actors(caller.workspace.id));
