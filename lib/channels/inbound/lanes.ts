import { createHash } from "node:crypto";
import type { Channel } from "@/lib/chats/shared/channels";
import { newId } from "@/lib/kernel/ids";
import type { Entry } from "./entry";

/**
 * Messages, and files that are fetched from elsewhere: each lane is a queue by its `name`, so that a slow file holds up no message. All
 * its senders are between `begin` and `end`, in any order of texts.
 */
export type Lane = "message" | "file";
export const lanes = {
  message: { name: "inbound", begin: "m", end: "n" },
  file: { name: "files", begin: "f", end: "g" },
} as const satisfies Record<Lane, { name: string; begin: string; end: string }>;

/** Entries as they are stored: their ids grow in the order of the list, and a digest stands for the sender, who may be a phone. */
export const stored = (channel: Channel, entries: readonly Entry[]) =>
  entries.map(({ externalId, sender, payload, isFile }) => ({
    externalId,
    id: newId(),
    sender: storedSender(channel, sender, isFile ? "file" : "message"),
    payload,
  }));

/** How the sender of an entry is stored. */
export const storedSender = (channel: Channel, sender: string, lane: Lane = "message"): string =>
  `${lanes[lane].begin}:${digestOf(`${channel} ${sender}`)}`;

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 32);
