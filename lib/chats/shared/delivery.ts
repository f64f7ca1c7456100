import { z } from "zod";
import { channelNames, rulesOf } from "./channels";
import type { MessageStatus } from "./message-content";

/** The delivery of a message, as it is stored. */
export const Delivery = z.strictObject({
  channel: z.enum(channelNames),
  state: z.enum(["queued", "sending", "sent", "delivered", "read", "failed", "unknown"]),
  reason: z.string().nullable(),
  errorCode: z.int().nullable(),
});
export type Delivery = z.output<typeof Delivery>;

/** What the browser shows of a delivery. */
export const statusOf = (delivery: Delivery): MessageStatus => ({
  state: delivery.state,
  reason: delivery.reason,
  advice: adviceOf(delivery),
});

function adviceOf({ channel, state, errorCode }: Delivery): MessageStatus["advice"] {
  if (state === "unknown") return "send_again";
  if (state !== "failed") return null;
  const advice = errorCode === null ? undefined : rulesOf(channel).advice[errorCode];
  return advice === undefined ? "send_again" : advice;
}
