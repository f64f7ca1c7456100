import { z } from "zod";
import { contract, InWorkspace } from "@/lib/kernel/contract";

export const verifyWebhook = contract({
  method: "GET",
  path: "/api/channels/whatsapp/{workspace}",
  summary: "Meta checks that this address belongs to who entered it: the right verify token is answered with the challenge, as text",
  access: "public",
  params: InWorkspace,
  query: z.object({
    "hub.mode": z.string().optional(),
    "hub.verify_token": z.string().optional(),
    "hub.challenge": z.string().optional(),
  }),
  status: 200,
  output: z.string(),
  errors: ["forbidden"],
});

export const receiveWebhook = contract({
  method: "POST",
  path: "/api/channels/whatsapp/{workspace}",
  summary:
    "What Meta reports: messages, their states, and changes of numbers. 200 says that everything is stored; a repeat changes nothing",
  access: "public",
  params: InWorkspace,
  /** Meta sends up to 3 MB at once. */
  maxBodyBytes: 3 * 1024 * 1024,
  status: 200,
  output: z.object({ stored: z.int() }),
  errors: ["invalid_key", "rate_limited", "payload_too_large", "invalid_request"],
});
