import { z } from "zod";
import { Contact } from "./sender";

/** A message as Meta sent it; what is in it depends on its type, and is read when it is processed. */
export const RawMessage = z.record(z.string(), z.unknown());
export type RawMessage = z.output<typeof RawMessage>;

const parts = { message: RawMessage, contact: Contact.optional() };

/** What an entry of the queue holds. */
export const Payload = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("message"), ...parts }),
  /** Sent by the business from its own app. */
  z.object({ kind: z.literal("echo"), ...parts }),
  /** A change whose message had not arrived, to be tried again. */
  z.object({ kind: z.literal("change"), ...parts }),
  z.object({ kind: z.literal("status"), status: RawMessage }),
  z.object({ kind: z.literal("file"), itemId: z.string(), chatId: z.string(), mediaId: z.string(), name: z.string() }),
]);
export type Payload = z.output<typeof Payload>;
