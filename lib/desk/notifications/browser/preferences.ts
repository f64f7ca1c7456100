import { useSyncExternalStore } from "react";
import { makeStorageListeners } from "@/lib/browser/listeners";
import { type NotificationKind, notificationKinds } from "@/lib/desk/notifications/shared/kinds";

/** What an agent chose in this browser: the browser's permission is its own too. Everything is off until it is asked for. */
export type Preferences = {
  desktop: boolean;
  sound: boolean;
  kinds: NotificationKind[];
  /** While no page is open; and whether what is shown then names the customer. */
  push: boolean;
  pushText: boolean;
};

export const defaults: Preferences = {
  desktop: false,
  sound: false,
  kinds: ["message", "problem", "mention"],
  push: false,
  pushText: false,
};

/** What was stored, perhaps by another version; a kind that this one does not know is left out. @throws for anything else */
function parse(stored: string): Preferences {
  const { desktop, sound, kinds, push = false, pushText = false } = JSON.parse(stored) as Record<keyof Preferences, unknown>;
  const areSwitches = [desktop, sound, push, pushText].every((one) => typeof one === "boolean");
  if (!areSwitches || !Array.isArray(kinds)) throw new Error("These are no preferences.");
  return {
    desktop: desktop === true,
    sound: sound === true,
    push: push === true,
    pushText: pushText === true,
    kinds: notificationKinds.filter((kind) => kinds.includes(kind)),
  };
}

const nameOf = (account: string) => `beside.notifications.${account}`;
const listeners = makeStorageListeners();
const read = new Map<string, { stored: string; value: Preferences }>();

/** The same object until they change. */
export function preferencesOf(account: string): Preferences {
  try {
    const stored = localStorage.getItem(nameOf(account)) ?? "";
    const known = read.get(account);
    if (known?.stored === stored) return known.value;
    const value = stored === "" ? defaults : parse(stored);
    read.set(account, { stored, value });
    return value;
  } catch {
    return defaults;
  }
}

export function savePreferences(account: string, preferences: Preferences): void {
  try {
    localStorage.setItem(nameOf(account), JSON.stringify(preferences));
  } catch {
    // The choice then holds nowhere: the switches show it.
  }
  listeners.notify();
}

/** Also reports a change in another tab. */
const subscribeToPreferences = listeners.subscribe;

export const usePreferences = (account: string): Preferences =>
  useSyncExternalStore(
    subscribeToPreferences,
    () => preferencesOf(account),
    () => defaults,
  );

export const isWanted = ({ desktop, sound, kinds }: Preferences): boolean => (desktop || sound) && kinds.length > 0;

/** Whether this browser can show notifications here: it needs https, and a way for tabs to agree which of them does it. */
export const canNotify = (): boolean => typeof Notification !== "undefined" && "locks" in navigator;
