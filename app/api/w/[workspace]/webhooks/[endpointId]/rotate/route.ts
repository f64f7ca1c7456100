import { endpoint } from "@/lib/http/endpoint";
import * as webhooks from "@/lib/webhooks";
import { rotateWebhook } from "@/lib/webhooks/contract";

export const POST = endpoint(rotateWebhook, ({ caller, params }) => webhooks.rotate(caller.workspace.id, caller.by, params.endpointId));
