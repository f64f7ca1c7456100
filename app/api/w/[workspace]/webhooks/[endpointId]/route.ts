import { endpoint } from "@/lib/http/endpoint";
import * as webhooks from "@/lib/webhooks";
import { changeWebhook, removeWebhook } from "@/lib/webhooks/contract";

export const PATCH = endpoint(changeWebhook, ({ caller, params, body }) =>
  webhooks.change(caller.workspace.id, caller.by, params.endpointId, body),
);
export const DELETE = endpoint(removeWebhook, ({ caller, params }) => webhooks.remove(caller.workspace.id, caller.by, params.endpointId));
