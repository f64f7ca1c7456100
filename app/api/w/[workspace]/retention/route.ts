import * as retention from "@/lib/data/retention";
import { chooseRetention, getRetention } from "@/lib/data/retention/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getRetention, ({ caller }) => retention.view(caller.workspace.id));
export const PUT = endpoint(chooseRetention, ({ caller, body }) => retention.choose(caller.workspace.id, caller.by, body));
