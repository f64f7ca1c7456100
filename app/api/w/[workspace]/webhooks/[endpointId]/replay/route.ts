import { endpoint } from "@/lib/http/endpoint";
import { replayWebhook } from "@/lib/webhooks/contract";
import { replay } from "@/lib/webhooks/replay";

export const POST = endpoint(replayWebhook, ({ caller, params, body }) => replay(caller.workspace.id, params.endpointId, body));
