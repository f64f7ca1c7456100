import { problemNames } from "@/lib/actions/buttons";
import { listProblemNames } from "@/lib/actions/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listProblemNames, ({ caller }) => problemNames(caller.workspace.id));
