import { problemNames } from "@/lib/domain/buttons";
import { listProblemNames } from "@/lib/domain/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listProblemNames, ({ caller }) => problemNames(caller.workspace.id));
