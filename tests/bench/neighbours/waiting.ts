import { setTimeout as pause } from "node:timers/promises";

/** Things that somebody waits for, each by its key. */
export type Waiting = {
  /** Resolves with whether it came before everybody gave up. */
  until: (key: string) => Promise<boolean>;
  came: (key: string) => void;
  keys: () => string[];
  giveUp: () => void;
};

export function newWaiting(): Waiting {
  const all = new Map<string, (came: boolean) => void>();
  const end = (key: string, came: boolean) => {
    all.get(key)?.(came);
    all.delete(key);
  };
  return {
    until: (key) => new Promise((resolve) => void all.set(key, resolve)),
    came: (key) => end(key, true),
    keys: () => [...all.keys()],
    giveUp: () => {
      for (const key of all.keys()) end(key, false);
    },
  };
}

const everyMs = 20;

/** Asks for everything that is waited for, in one query at a time. */
export async function lookFor(waiting: Waiting, find: (keys: string[]) => Promise<string[]>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const keys = waiting.keys();
    if (keys.length > 0) for (const key of await find(keys)) waiting.came(key);
    await pause(everyMs);
  }
}
