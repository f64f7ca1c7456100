import { call } from "@/lib/browser/call";
import { announceVisible, getPush, subscribeToPush, unsubscribeFromPush } from "@/lib/desk/notifications/push/endpoints";
import { visibleEveryMs } from "@/lib/desk/notifications/shared/visible";
import { addressOf } from "@/lib/kernel/address";
import { newId } from "@/lib/kernel/ids";
import type { Preferences } from "./preferences";

/** How often a visible tab asks whether it has to say so. */
const askMs = 5 * 60_000;

/** Whether this browser gets notifications while no page is open: it needs https, and on iPhones and iPads an installed app. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && typeof Notification !== "undefined";

type Asked = { preferences: Preferences; locale: string };

const keyOf = ({ options }: PushSubscription): string => {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
};

/** The subscription of this browser; one that was made with another key of the installation is worth nothing. */
async function subscriptionWith(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) === publicKey) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Subscribes this browser, or changes what it asked for. @throws AppError, and what the browser throws without a push service */
export async function subscribe(workspace: string, { preferences: { kinds, pushText }, locale }: Asked): Promise<void> {
  const { publicKey } = await call(getPush, { params: { workspace } });
  const { endpoint = "", keys = {} } = (await subscriptionWith(publicKey)).toJSON();
  const { p256dh = "", auth = "" } = keys;
  await call(subscribeToPush, { params: { workspace }, body: { endpoint, keys: { p256dh, auth }, kinds, showsText: pushText, locale } });
}

const subscriptionHere = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription()) ?? null;

/** Ends the notifications of this browser. In other workspaces they end with the next one, which the push service no longer takes. */
export async function unsubscribe(workspace: string): Promise<void> {
  const subscription = await subscriptionHere();
  if (!subscription) return;
  await call(unsubscribeFromPush, { params: { workspace }, body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** With each page: the session may be another one, or the account, which then has not asked for the subscription that is here. */
export async function keepPush(workspace: string, asked: Asked): Promise<void> {
  if (!canPush()) return;
  if (!asked.preferences.push) return unsubscribe(workspace);
  if (Notification.permission === "granted") await subscribe(workspace, asked);
}

/** Says while this tab is visible, if that matters, and shows the chat of a notification that was clicked. */
export function startPush(workspace: string, onOpen: (chatId: string) => void): () => void {
  const stopAnnouncing = announceVisibility(workspace);
  const onMessage = ({ data }: MessageEvent<{ kind?: unknown; path?: unknown }>) => {
    const [, slug, chatId] = /^\/([^/]+)\/chats\/([^/]+)$/.exec(String(data?.path)) ?? [];
    if (data?.kind === "open" && chatId !== undefined && decodeURIComponent(slug ?? "") === workspace) onOpen(chatId);
  };
  navigator.serviceWorker?.addEventListener("message", onMessage);
  return () => {
    stopAnnouncing();
    navigator.serviceWorker?.removeEventListener("message", onMessage);
  };
}

function announceVisibility(workspace: string): () => void {
  const params = { workspace };
  const tab = newId();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasPush = false;

  async function sayVisible(): Promise<void> {
    clearTimeout(timer);
    const reply = await call(announceVisible, { params, body: { tab, isVisible: true } }).catch(() => undefined);
    hasPush = reply?.hasPush ?? hasPush;
    if (document.visibilityState !== "visible") return sayHidden();
    clearTimeout(timer);
    timer = setTimeout(() => void sayVisible(), hasPush ? visibleEveryMs : askMs);
  }
  /** Also while the page is being left. */
  function sayHidden(): void {
    clearTimeout(timer);
    if (!hasPush) return;
    const body = new Blob([JSON.stringify({ tab, isVisible: false })], { type: "application/json" });
    navigator.sendBeacon(addressOf(announceVisible.path, { params }), body);
  }
  const onVisibility = () => (document.visibilityState === "visible" ? void sayVisible() : sayHidden());

  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("pagehide", sayHidden);
  onVisibility();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pagehide", sayHidden);
    sayHidden();
    hasPush = false;
  };
}
