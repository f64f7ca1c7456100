import { listCalls } from "@/lib/actions/calls/contract";
import * as calls from "@/lib/actions/calls/log";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listCalls, ({ caller, query }) => calls.list(caller.workspace.id, query));
