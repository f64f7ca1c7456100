import { useLive } from "@/components/desk/shared/live";
import { useChatChange } from "@/components/desk/shared/use-chat-change";
import { call } from "@/lib/browser/call";
import { setTag } from "@/lib/chats/tagging/endpoints";
import type { Tag } from "@/lib/chats/tags/contract";
import type { Panel } from "@/lib/desk/panel/contract";

type Input = { tag: Tag; isSet: boolean };

const byName = (a: Tag, b: Tag): number => a.name.localeCompare(b.name);

/** Puts a tag on the chat, or takes it off. */
export function useTag({ id: chatId, tags }: Panel["chat"]): (input: Input) => void {
  const { workspace } = useLive();
  const { mutate } = useChatChange<Input>(chatId, {
    send: ({ tag, isSet }) => call(setTag, { params: { workspace, chatId }, body: { tagId: tag.id, isSet } }),
    shown: ({ tag, isSet }) => {
      const others = tags.filter(({ id }) => id !== tag.id);
      return { tags: isSet ? [...others, tag].sort(byName) : others };
    },
  });
  return mutate;
}
