import { z } from "zod";
import type { MessageStatus } from "@/lib/chats/contract";

/** The delivery of a message, as it is stored. */
export const Delivery = z.strictObject({
  state: z.enum(["queued", "sending", "sent", "delivered", "read", "failed", "unknown"]),
  reason: z.string().nullable(),
  errorCode: z.int().nullable(),
});
export type Delivery = z.output<typeof Delivery>;

/** Meta's code for a message that was written more than 24 hours after the customer's last one. */
export const windowIsShut = 131_047;

/** Meta's codes where the same message would be refused again: withheld, for spam, opted out, in a country it may not be sent to. */
const futile: readonly number[] = [131_049, 131_048, 131_050, 130_497, 131_045, 130_472, 368];

/** What the browser shows of a delivery. */
export function statusOf({ state, reason, errorCode }: Delivery): MessageStatus {
  return { state, reason, advice: adviceOf({ state, errorCode }) };
}

function adviceOf({ state, errorCode }: Pick<Delivery, "state" | "errorCode">): MessageStatus["advice"] {
  if (state === "unknown") return "send_again";
  if (state !== "failed") return null;
  if (errorCode === windowIsShut) return "send_template";
  return errorCode !== null && futile.includes(errorCode) ? null : "send_again";
}
