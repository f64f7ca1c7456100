import { listCalls } from "@/lib/domain/calls/contract";
import * as calls from "@/lib/domain/calls/log";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listCalls, ({ caller, query }) => calls.list(caller.workspace.id, query));
