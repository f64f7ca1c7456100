import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { listKey } from "@/lib/chats/browser/queries";
import type { ChatList } from "@/lib/chats/browser/store/chat-list";
import type { Notifier } from "@/lib/desk/notifications/browser/notifier";
import { canNotify, isWanted, usePreferences } from "@/lib/desk/notifications/browser/preferences";
import type { Opening } from "./opening";
import { useOpenChat } from "./use-open-chat";
import { useVisible } from "./use-visible";

type Options = { workspace: string; account: string; opening: Opening };

/** Notifies the agent of what they chose in their profile. Its code is loaded only then. */
export function useNotifier(notifier: RefObject<Notifier | null>, { workspace, account, opening }: Options): void {
  const client = useQueryClient();
  const isOn = isWanted(usePreferences(account));
  const watched = useVisible() ? opening.chatId : null;

  const open = useEffectEvent(useOpenChat({ workspace, opening }));
  const watch = useEffectEvent(() => notifier.current?.watch(watched));

  useEffect(() => {
    if (!isOn || !canNotify()) return;
    let isOver = false;
    const lists = () => client.getQueriesData<ChatList>({ queryKey: listKey(workspace) });
    const seqOf = (chatId: string) =>
      lists()
        .flatMap(([, list]) => list?.items ?? [])
        .find(({ id }) => id === chatId)?.lastSeq;
    import("@/lib/desk/notifications/browser/notifier").then(
      ({ startNotifier }) => {
        if (isOver) return;
        notifier.current = startNotifier({ account, workspace, seqOf, onOpen: (chatId) => open(chatId) });
        watch();
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      notifier.current?.stop();
      notifier.current = null;
    };
  }, [notifier, client, workspace, account, isOn]);

  useEffect(() => {
    notifier.current?.watch(watched);
  }, [notifier, watched]);
}
