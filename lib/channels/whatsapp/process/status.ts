import { type Attempt, TryLaterError } from "@/lib/channels/inbound/entry";
import { applyStatus, isSending } from "@/lib/channels/outbound/status";
import { attemptOf } from "@/lib/channels/whatsapp/callback";
import { reasonOf } from "@/lib/channels/whatsapp/errors";
import type { RawMessage } from "@/lib/channels/whatsapp/parse/payload";
import { type StatusError, statusOf } from "@/lib/channels/whatsapp/parse/status";
import * as metrics from "@/lib/platform/metrics";
import { learnRecipient } from "./recipient";

/** A status may overtake the response to the call that sent its message, for as long as such a call takes. */
const maxTries = 8;

/**
 * How far a message of ours came. A status of a message that was sent in another way ends at once: Meta reports those of every
 * app, and thousands that wait would hold up what customers write.
 */
export async function receiveStatus(workspaceId: string, sent: RawMessage, { attempt, receivedAt }: Attempt): Promise<void> {
  const status = statusOf(sent);
  if (!status) return metrics.inboundCounted("ignored");
  const { externalId, state, recipient, at = receivedAt, callback, error } = status;
  await learnRecipient(workspaceId, recipient, at);
  // Asked before the look-up: whatever was sent by then has its id stored, or is still being sent.
  const mayBeOurs = await isSending(workspaceId);
  const report = { externalId, state, attempt: attemptOf(callback), failure: state === "failed" ? failureOf(error) : undefined };
  if (await applyStatus(workspaceId, "whatsapp", report)) return metrics.inboundCounted("status");
  if (mayBeOurs && attempt < maxTries) throw new TryLaterError("The message of this status is not known yet.");
  metrics.inboundCounted("ignored");
}

const failureOf = (error: StatusError | undefined) =>
  error
    ? { code: error.code, reason: reasonOf(error.code, error.message) }
    : { code: null, reason: "WhatsApp could not deliver this, and did not say why." };
