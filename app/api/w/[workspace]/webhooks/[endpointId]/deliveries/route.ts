import { endpoint } from "@/lib/http/endpoint";
import { listDeliveries } from "@/lib/webhooks/contract";
import * as log from "@/lib/webhooks/log";

export const GET = endpoint(listDeliveries, ({ caller, params, query }) => log.deliveries(caller.workspace.id, params.endpointId, query));
