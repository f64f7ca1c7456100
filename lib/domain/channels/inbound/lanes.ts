import { createHash } from "node:crypto";
import type { Channel } from "@/lib/domain/chats/contract";
import { newId } from "@/lib/kernel/ids";
import type { Entry } from "./entry";

/** Messages, and files that are fetched from elsewhere: a slow one holds up no message. `begins` is how the lane's senders begin. */
export type Lane = "message" | "file";
export const lanes: Record<Lane, { begins: string; parallel: number }> = {
  message: { begins: "m:", parallel: 4 },
  file: { begins: "f:", parallel: 4 },
};

export type LaneState<Sender> = {
  /** Senders that are being processed. */
  active: Map<string, Promise<void>>;
  /** Senders that were found and wait for a place. */
  due: Sender[];
  isFilling: boolean;
  isRequested: boolean;
};
export const newLane = <Sender>(): LaneState<Sender> => ({ active: new Map(), due: [], isFilling: false, isRequested: false });

/** Entries as they are stored: their ids grow in the order of the list, and a digest stands for the sender, who may be a phone. */
export const stored = (channel: (typeof Channel.options)[number], entries: readonly Entry[]) =>
  entries.map(({ externalId, sender, payload, isFile }) => ({
    externalId,
    id: newId(),
    sender: storedSender(channel, sender, isFile ? "file" : "message"),
    payload,
  }));

/** How the sender of an entry is stored. */
export const storedSender = (channel: (typeof Channel.options)[number], sender: string, lane: Lane = "message"): string =>
  `${lanes[lane].begins}${digestOf(`${channel} ${sender}`)}`;

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 32);
