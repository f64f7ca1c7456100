import { endpoint } from "@/lib/http/endpoint";
import { getDelivery } from "@/lib/webhooks/contract";
import * as log from "@/lib/webhooks/log";

export const GET = endpoint(getDelivery, ({ caller, params }) =>
  log.delivery(caller.workspace.id, params.endpointId, params.webhookEventId),
);
