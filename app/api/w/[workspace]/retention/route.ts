import { endpoint } from "@/lib/api/endpoint";
import * as retention from "@/lib/retention";
import { chooseRetention, getRetention } from "@/lib/retention/contract";

export const GET = endpoint(getRetention, ({ caller }) => retention.view(caller.workspace.id));
export const PUT = endpoint(chooseRetention, ({ caller, body }) => retention.choose(caller.workspace.id, caller.by, body));
