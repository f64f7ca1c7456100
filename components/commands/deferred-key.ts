/** Keys whose command may still be loading run once that is there, in the order they were pressed, with those that followed them. */

const awaited = new Set<string>();
let presses: (() => void)[] = [];
let due: (() => void)[] = [];
let at = 0;

/** An agent who waited longer has given the keys up. */
const maxMs = 5_000;

/** Begins to keep keys for the commands of `where`, which are loading. Returns how to end that and forget the keys. */
export function awaitCommands(where: string): () => void {
  awaited.add(where);
  return () => {
    awaited.delete(where);
    presses = [];
  };
}

/** A key that follows one that waits waits, too: it was pressed for what the first one does. */
export const isDeferring = (): boolean => presses.length > 0 && Date.now() - at < maxMs;

export function defer(again: () => void): void {
  if (awaited.size === 0) return;
  if (!isDeferring()) {
    presses = [];
    at = Date.now();
  }
  presses.push(again);
}

/** The commands of `where` are there. */
export function runDeferred(where: string): void {
  awaited.delete(where);
  if (awaited.size > 0) return;
  due = isDeferring() ? presses : [];
  presses = [];
  for (let again = due.shift(); again; again = due.shift()) again();
}

/** The keys behind the one that runs are given up: what it opens would have taken them. */
export function forgetDeferred(): void {
  due = [];
}
