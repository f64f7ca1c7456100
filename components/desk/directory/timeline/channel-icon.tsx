import { Globe, MessageCircle } from "lucide-react";

const icons = { whatsapp: MessageCircle, website: Globe } as const;

/** Decorative: the channel's name is beside it. */
export function ChannelIcon({ channel }: { channel: keyof typeof icons }) {
  const Icon = icons[channel];
  return <Icon aria-hidden className="mt-0.5 size-4 flex-none self-start text-soft" />;
}
