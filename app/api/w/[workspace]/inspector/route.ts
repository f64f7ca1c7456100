import { inspectEvent } from "@/lib/desk/reach/contract";
import { endpoint } from "@/lib/http/endpoint";
import { inspect } from "@/lib/http/inspect";

export const POST = endpoint(inspectEvent, ({ caller, body }) => inspect(caller.workspace.id, body.text));
