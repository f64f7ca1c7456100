import { endpoint } from "@/lib/http/endpoint";
import * as webhooks from "@/lib/webhooks";
import { addWebhook, listWebhooks } from "@/lib/webhooks/contract";

export const GET = endpoint(listWebhooks, ({ caller }) => webhooks.list(caller.workspace.id));
export const POST = endpoint(addWebhook, ({ caller, body }) => webhooks.create(caller.workspace.id, caller.by, body));
