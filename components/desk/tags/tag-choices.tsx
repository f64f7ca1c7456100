"use client";

import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { useChatChange } from "@/components/desk/shared/use-chat-change";
import { call } from "@/lib/browser/call";
import { setTag } from "@/lib/chats/tagging/endpoints";
import type { Tag } from "@/lib/chats/tags/contract";
import type { Panel } from "@/lib/desk/panel/contract";
import { isolated } from "@/lib/kernel/text";
import { TagList, withTag } from "./tag-list";

/** The workspace's tags; choosing one puts it on the chat or takes it off, and leaves the list open for another. */
export function TagChoices({ chat }: { chat: Panel["chat"] }) {
  const t = useTranslations("chat.tags");
  const set = useTag(chat.id);
  const { workspace, me } = useLive();
  // An instance of the previous version sends none.
  const { tags = [] } = chat;
  // A tag that was removed stays on the screen until the chat is read again.
  const chosen = new Set(tags.map(({ id }) => id));
  return (
    <TagList
      workspace={workspace}
      isAdmin={me.isAdmin}
      chosen={chosen}
      chosenLabel={t("isSet")}
      onChoose={(tag, isSet) => set({ tag, isSet })}
    />
  );
}

type Input = { tag: Tag; isSet: boolean };

/** Puts a tag on the chat, or takes it off. */
function useTag(chatId: string): (input: Input) => void {
  const t = useTranslations("chat.done");
  const { workspace } = useLive();
  const { change } = useChatChange<Input>(chatId, {
    send: ({ tag, isSet }) => call(setTag, { params: { workspace, chatId }, body: { tagId: tag.id, isSet } }),
    shown: ({ tag, isSet }, { tags = [] }) => ({ tags: withTag(tags, tag, isSet) }),
    reverse: (_, { tag, isSet }) => ({ tag, isSet: !isSet }),
    done: ({ tag, isSet }, name) => t(isSet ? "tagged" : "untagged", { tag: isolated(tag.name), name }),
  });
  return change;
}
