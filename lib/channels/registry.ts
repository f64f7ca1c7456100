import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { type Channel, channelNames, type OutsideChannel } from "@/lib/chats/shared/channels";
import type { Processor } from "./inbound/entry";
import type { Deliver } from "./outbound/result";
import { website } from "./website/channel";
import { whatsapp } from "./whatsapp/channel";

/**
 * What a channel does. What chats depend on of it is in `lib/chats/shared/channels.ts`, and what screens show in its
 * `browser/channel.ts`. Null: it does no such thing.
 */
type ChannelRecord = {
  /** Processes what the inbound queue has stored. Null where customers' browsers call us, as those of the website's visitors do. */
  inbound: Processor | null;
  /** Sends a message that the outbound queue has taken. */
  deliver: Deliver | null;
  /** Why these files cannot go out with this text, as a message for the agent; undefined when they can. */
  fileProblem: ((files: readonly AttachmentView[], text: string) => string | undefined) | null;
  /**
   * Shows the customer that their messages up to this seq were read, and perhaps that somebody is typing. False when it shows nothing, as
   * for a chat of another channel.
   */
  sendReceipt: ((workspaceId: string, chatId: string, receipt: { seq: number; isTyping: boolean }) => Promise<boolean>) | null;
};

const records = { whatsapp, website } as const satisfies {
  [C in Channel]: ChannelRecord & { deliver: C extends OutsideChannel ? Deliver : null };
};

export const recordOf = (channel: Channel): ChannelRecord => records[channel];
export const deliveryBy = (channel: OutsideChannel): Deliver => records[channel].deliver;

/** Sends a receipt by whichever channel the chat is of. False when the customer is shown nothing. */
export async function sendReceipt(...receipt: Parameters<NonNullable<ChannelRecord["sendReceipt"]>>): Promise<boolean> {
  const shown = await Promise.all(channelNames.map((channel) => recordOf(channel).sendReceipt?.(...receipt)));
  return shown.includes(true);
}

/** Why each channel would not carry these files with this text, if it would not. */
export function fileProblems(files: readonly AttachmentView[], text: string): Partial<Record<Channel, string>> {
  const problems = channelNames.map((channel) => [channel, recordOf(channel).fileProblem?.(files, text)]);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}
