import { channels } from "@/lib/channels/browser/channels";
import type { Channel } from "@/lib/chats/shared/channels";

/** Decorative: the channel's name is beside it. */
export function ChannelIcon({ channel }: { channel: Channel }) {
  const Icon = channels[channel].icon;
  return <Icon aria-hidden className="mt-0.5 size-4 flex-none self-start text-soft" />;
}
