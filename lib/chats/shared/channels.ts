import { dayMs } from "@/lib/kernel/durations";
import type { MessageStatus } from "./message-content";

/** What chats depend on of a channel. What it does is in its folder: `lib/channels/<name>/channel.ts`, and `browser/channel.ts` for screens. */
type Rules = {
  /** The outbound queue sends agents' messages while the workspace is connected. Otherwise the customer's browser reads the chat. */
  isSentOutside: boolean;
  /** How long after the customer's last message anything but a template is accepted; null without such a window. */
  windowMs: number | null;
  /** What an agent can do about failures, by the channel's code; about all others: send again. */
  advice: Readonly<Record<number, MessageStatus["advice"]>>;
};

const channels = {
  whatsapp: {
    isSentOutside: true,
    windowMs: dayMs,
    // Written after the window; and what Meta would refuse again: withheld, spam, opted out, a country, a registration, an experiment, a block.
    advice: { 131047: "send_template", 131049: null, 131048: null, 131050: null, 130497: null, 131045: null, 130472: null, 368: null },
  },
  website: { isSentOutside: false, windowMs: null, advice: {} },
} as const satisfies Record<string, Rules>;

export type Channel = keyof typeof channels;
export type OutsideChannel = { [C in Channel]: (typeof channels)[C]["isSentOutside"] extends true ? C : never }[Channel];

export const channelNames = Object.keys(channels) as [Channel, ...Channel[]];
export const outsideChannels = channelNames.filter((name): name is OutsideChannel => channels[name].isSentOutside);

export const rulesOf = (channel: Channel): Rules => channels[channel];
