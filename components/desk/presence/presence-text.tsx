import { useTranslations } from "next-intl";
import { bdi } from "@/components/ui/bdi";
import type { Present } from "@/lib/chats/browser/store/presence";

/** "Tom is looking at this chat", "Tom and Ana are replying", "Tom and 2 others are looking at this chat". */
export function PresenceText({ people, state }: { people: readonly Present[]; state: Present["state"] }) {
  const t = useTranslations("chat.presence");
  const [first, second] = people;
  if (!first) return null;
  return t.rich(`states.${state}`, { others: people.length - 1, name: first.name, second: second?.name ?? "", bdi });
}
