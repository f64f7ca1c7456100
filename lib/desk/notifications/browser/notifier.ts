import { browserTranslations } from "@/lib/browser/browser-translations";
import { call } from "@/lib/browser/call";
import type { ChangeNotification } from "@/lib/browser/change-notification";
import { describeLine } from "@/lib/chats/shared/said";
import type { DesktopNotification } from "@/lib/desk/notifications/contract";
import { listNotifications } from "@/lib/desk/notifications/endpoints";
import { throttle } from "@/lib/kernel/throttle";
import { shownNameOf } from "@/lib/people/shared/display-name";
import { changedChats } from "./changed-chats";
import { becomeNotifier, isWatched, watchChat } from "./locks";
import { isWanted, preferencesOf } from "./preferences";
import { allowSound, playSound } from "./sound";

/** Several changes of a moment are asked about at once. */
const waitMs = 500;

type Options = {
  account: string;
  workspace: string;
  /** Shows the chat of a notification that was clicked. */
  onOpen: (chatId: string) => void;
  /** The seq of a chat that the screen shows. */
  seqOf: (chatId: string) => number | undefined;
};

export type Notifier = {
  receive: (notification: Pick<ChangeNotification, "chats">) => void;
  /** The chat that this tab shows while it is visible. */
  watch: (chatId: string | null) => void;
  /** Whether this tab is the one that notifies, and so has to stay connected. */
  isActive: () => boolean;
  stop: () => void;
};

function textOf({ kind, authorName, line, ...item }: DesktopNotification): string {
  const t = browserTranslations("client");
  const text = line ? describeLine(browserTranslations("chat.said"), line) : item.text;
  if (kind === "mention") return t("notified.mention", { name: authorName ?? "", text });
  return kind === "problem" ? t("notified.problem", { text }) : text;
}

/** Shows what an agent asked to be notified of, in one tab of the browser. The change says only which chats: the text is fetched. */
export function startNotifier({ account, workspace, onOpen, seqOf }: Options): Notifier {
  const changed = changedChats();
  const shown = new Map<string, Notification>();
  let isNotifier = false;
  let stopWatching = () => {};
  const stopNotifying = becomeNotifier(account, workspace, () => {
    isNotifier = true;
  });

  function show(one: DesktopNotification): void {
    // A chat has one notification at a time: the next replaces it.
    const options = { body: textOf(one), tag: `beside ${workspace} ${one.chatId}`, icon: "/apple-icon.png", silent: true };
    try {
      const notification = new Notification(shownNameOf(browserTranslations("common"), one.displayName), options);
      notification.onclick = () => {
        notification.close();
        window.focus();
        onOpen(one.chatId);
      };
      shown.set(one.chatId, notification);
    } catch {
      // Browsers of phones show them only for an installed app.
    }
  }

  async function notify(one: DesktopNotification): Promise<void> {
    if (await isWatched(one.chatId)) return;
    const { desktop, sound, kinds } = preferencesOf(account);
    if (!kinds.includes(one.kind)) return;
    if (desktop && Notification.permission === "granted") show(one);
    if (sound) playSound(one.kind);
  }

  async function fetchNews(): Promise<void> {
    const preferences = preferencesOf(account);
    if (changed.isEmpty() || !isWanted(preferences)) return;
    const query = { chats: changed.take(), kinds: preferences.kinds.join(",") };
    const { items } = await call(listNotifications, { params: { workspace }, query });
    for (const one of items) await notify(one);
  }
  // A notification that could not be fetched is not worth an error on the screen.
  const refresh = throttle(waitMs, () => fetchNews().catch(() => undefined));

  const allow = () => void (preferencesOf(account).sound && allowSound());
  for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, allow, { once: true });

  return {
    receive({ chats }) {
      if (!isNotifier || chats.length === 0) return;
      changed.add(chats, seqOf);
      refresh();
    },
    watch(chatId) {
      stopWatching();
      stopWatching = chatId === null ? () => {} : watchChat(chatId);
      if (chatId !== null) shown.get(chatId)?.close();
    },
    isActive: () => isNotifier,
    stop() {
      isNotifier = false;
      stopWatching();
      stopNotifying();
      for (const event of ["pointerdown", "keydown"]) document.removeEventListener(event, allow);
    },
  };
}
