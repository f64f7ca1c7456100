import type { LucideIcon } from "lucide-react";
import { website } from "@/lib/channels/website/browser/channel";
import { whatsapp } from "@/lib/channels/whatsapp/browser/channel";
import type { Channel } from "@/lib/chats/shared/channels";

/** What screens have to know of a channel. Its name is in the texts, by its key: `chat.channels`. */
type ChannelLook = {
  icon: LucideIcon;
  /** Customers see what a message replies to. */
  showsReplies: boolean;
  /** Somebody who hides their phone can be asked for it. */
  canRequestPhone: boolean;
  /** A message carries one file, with a text of at most so many characters beside it. Null: any files and any text. */
  maxCaptionLength: number | null;
};

export const channels: Record<Channel, ChannelLook> = { whatsapp, website };
export const channelNames = Object.keys(channels) as Channel[];
