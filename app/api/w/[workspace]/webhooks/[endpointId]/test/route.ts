import { endpoint } from "@/lib/http/endpoint";
import * as webhooks from "@/lib/webhooks";
import { testWebhook } from "@/lib/webhooks/contract";

export const POST = endpoint(testWebhook, ({ caller, params }) => webhooks.test(caller.workspace.id, params.endpointId));
