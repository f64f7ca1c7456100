import * as webhook from "@/lib/channels/whatsapp/webhook";
import { receiveWebhook, verifyWebhook } from "@/lib/channels/whatsapp/webhook/contract";
import { clientAddressOf, networkOf } from "./address";
import { readFile } from "./body";
import { endpoint, rawEndpoint } from "./endpoint";

/** Meta wants its challenge back as text. It is not ours, so nothing may take it for a page. */
export const verifyWhatsApp = rawEndpoint(verifyWebhook, async ({ params, query, headers }) => {
  const text = await webhook.verify(params.workspace, {
    mode: query["hub.mode"],
    token: query["hub.verify_token"],
    challenge: query["hub.challenge"],
  });
  const type = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
  return { status: verifyWebhook.status, headers: { ...headers, ...type }, text };
});

/** The signature is over the bytes as they came, so they are read before they are parsed. */
export const receiveWhatsApp = endpoint(receiveWebhook, ({ params, request }) =>
  webhook.receive(params.workspace, {
    signature: request.header("x-hub-signature-256"),
    network: networkOf(clientAddressOf(request.header)),
    read: () => readFile(request, receiveWebhook.maxBodyBytes),
  }),
);
