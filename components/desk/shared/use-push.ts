import { useLocale } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { usePreferences } from "@/lib/desk/notifications/browser/preferences";
import type { Opening } from "./opening";
import { useOpenChat } from "./use-open-chat";

type Options = { workspace: string; account: string; opening: Opening };

/** Keeps what is pushed to this browser as the agent chose it, and says while this tab is visible. Its code is loaded after the page. */
export function usePush({ workspace, account, opening }: Options): void {
  const preferences = usePreferences(account);
  const locale = useLocale();
  const open = useEffectEvent(useOpenChat({ workspace, opening }));

  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    const loading = import("@/lib/desk/notifications/browser/push");
    loading.then(
      ({ startPush }) => {
        if (!isOver) stop = startPush(workspace, (chatId) => open(chatId));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [workspace]);

  useEffect(() => {
    const loading = import("@/lib/desk/notifications/browser/push");
    // Without a connection the next page does it.
    loading.then(({ keepPush }) => keepPush(workspace, { preferences, locale })).catch(() => undefined);
  }, [workspace, preferences, locale]);
}
