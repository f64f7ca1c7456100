import { endpoint } from "@/lib/api/endpoint";
import * as calls from "@/lib/calls";
import { listCalls } from "@/lib/calls/contract";

export const GET = endpoint(listCalls, ({ caller, query }) => calls.list(caller.workspace.id, query));
