import { useSyncExternalStore } from "react";
import type { ChangeNotification } from "@/lib/browser/change-notification";
import { makeListeners } from "@/lib/browser/listeners";

type Announced = ChangeNotification["presence"][number];
/** A colleague who has the chat open now. */
export type Present = { accountId: string; name: string; state: "looking" | "replying" };
type Entry = Present & { until: number };

/** An announcement that is not renewed ends after this time: a closed laptop says no goodbye. */
export const presenceMs = 30_000;

const nobody: Present[] = [];

/** Keeps who is in which chat, by their announcements. What is returned for a chat stays the same array until it changes. */
export function presences(now: () => number = Date.now) {
  const chats = new Map<string, Map<string, Entry>>();
  const shown = new Map<string, Present[]>();
  const { subscribe, notify } = makeListeners();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(chatId: string): boolean {
    const present = [...(chats.get(chatId)?.values() ?? [])].map(({ accountId, name, state }) => ({ accountId, name, state }));
    if (JSON.stringify(present) === JSON.stringify(shown.get(chatId) ?? [])) return false;
    if (present.length > 0) shown.set(chatId, present);
    else shown.delete(chatId);
    return true;
  }

  function changed(chatIds: Iterable<string>): void {
    const changes = [...new Set(chatIds)].map(show);
    if (changes.includes(true)) notify();
    waitForTheNextEnd();
  }

  function waitForTheNextEnd(): void {
    clearTimeout(timer);
    const ends = [...chats.values()].flatMap((entries) => [...entries.values()].map(({ until }) => until));
    if (ends.length > 0) timer = setTimeout(expire, Math.max(0, Math.min(...ends) - now()));
  }

  function expire(): void {
    const at = now();
    for (const [chatId, entries] of chats) {
      for (const [accountId, { until }] of entries) if (until <= at) entries.delete(accountId);
      if (entries.size === 0) chats.delete(chatId);
    }
    changed(shown.keys());
  }

  function announce({ chatId, accountId, name, state }: Announced): void {
    const entries = chats.get(chatId) ?? new Map<string, Entry>();
    if (state === "left") entries.delete(accountId);
    else entries.set(accountId, { accountId, name, state, until: now() + presenceMs });
    if (entries.size > 0) chats.set(chatId, entries);
    else chats.delete(chatId);
  }

  return {
    /** `self` is the account that looks at this: it is left out. */
    receive(announced: readonly Announced[], self: string): void {
      const others = announced.filter(({ accountId }) => accountId !== self);
      if (others.length === 0) return;
      for (const one of others) announce(one);
      changed(others.map(({ chatId }) => chatId));
    },
    of: (chatId: string): Present[] => shown.get(chatId) ?? nobody,
    expire,
    subscribe,
  };
}

/** The store of this tab, which has one stream. */
const store = presences();

export const receivePresence = store.receive;

/** The colleagues who are in the chat now, in the order in which they came. */
export const usePresence = (chatId: string): Present[] =>
  useSyncExternalStore(
    store.subscribe,
    () => store.of(chatId),
    () => nobody,
  );
