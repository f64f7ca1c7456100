import * as audit from "@/lib/domain/audit";
import { listActors } from "@/lib/domain/audit/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listActors, ({ caller }) => audit.actors(caller.workspace.id));
