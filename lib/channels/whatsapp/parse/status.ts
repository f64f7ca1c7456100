import { z } from "zod";
import { storableInt } from "@/lib/kernel/storable";
import { Amount, Code, ListOf, Part, timeOf, Words } from "./fields";
import type { RawMessage } from "./payload";
import type { Names } from "./sender";

export type StatusError = { code: number; message: string };
/** How far a message of ours came. `externalId` is Meta's id of it. */
type Status = {
  externalId: string;
  state: "sent" | "delivered" | "read" | "failed";
  at: Date | undefined;
  error?: StatusError;
  /** What was sent along with the message. */
  callback?: string;
  /** The person to whom it was sent. */
  recipient: Names;
};

const Sent = z.object({
  id: Code,
  status: Words,
  timestamp: Code,
  biz_opaque_callback_data: Words,
  recipient_id: Code,
  recipient_user_id: Code,
  recipient_parent_user_id: Code,
  errors: ListOf(z.object({ code: Amount, title: Words, message: Words, error_data: Part({ details: Words }) })),
});

/** A voice message that was played was also read. */
const states: Record<string, Status["state"]> = { sent: "sent", delivered: "delivered", read: "read", played: "read", failed: "failed" };

/** Undefined for a state that Beside does not show. */
export function statusOf(sent: RawMessage): Status | undefined {
  const status = Sent.parse(sent);
  const { id, status: name = "", timestamp, biz_opaque_callback_data: callback, errors } = status;
  const state = Object.hasOwn(states, name) ? states[name] : undefined;
  if (id === undefined || state === undefined) return undefined;
  const [error] = errors;
  const message = error?.error_data?.details ?? error?.message ?? error?.title ?? "";
  return {
    externalId: id,
    state,
    at: timeOf(timestamp),
    recipient: { phone: status.recipient_id, userId: status.recipient_user_id, parentUserId: status.recipient_parent_user_id },
    ...(callback !== undefined && { callback }),
    ...(callback !== undefined && { callback }),
    ...(state === "failed" && error && { error: { code: storableInt(error.code ?? 0), message } }),
  };
}
