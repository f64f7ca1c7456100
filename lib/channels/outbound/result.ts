import type { OutsideChannel } from "@/lib/chats/shared/channels";

/** What became of one attempt to deliver a message. */
export type DeliveryResult =
  | { kind: "sent"; externalId: string }
  /** Nothing was sent, and it is worth trying again by itself. `scope`: what the channel asked to be slower. */
  | { kind: "retry"; scope: "message" | "workspace"; code: number | null; reason: string }
  /**
   * Nothing was sent, and nothing of this workspace will be until an admin acts. The message stays queued. `asOf`: when the
   * settings that it was tried with were saved.
   */
  | { kind: "paused"; reason: string; asOf?: Date }
  | { kind: "failed"; code: number | null; reason: string }
  /** It may have been sent. It is never tried again by itself. */
  | { kind: "unknown"; reason: string };

/** A message that was taken from the queue. `attempts` identifies this attempt. */
export type Queued = {
  workspaceId: string;
  id: string;
  chatId: string;
  channel: OutsideChannel;
  attempts: number;
  payload: unknown;
};

/**
 * Delivers a message. `confirm` is called right before anything that the customer would see; when it returns false the message is not this
 * attempt's any more, and nothing may be sent.
 */
export type Deliver = (message: Queued, confirm: () => Promise<boolean>) => Promise<DeliveryResult>;

export const outcomeUnknown = "It may have been sent: look at what the customer answers before you send it again.";
