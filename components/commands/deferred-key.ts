/** Keys whose command may still be loading run once that is there, in the order they were pressed, with those that followed them. */

let presses: (() => void)[] = [];
let awaited: string | null = null;
let at = 0;

/** An agent who waited longer has given the keys up. */
const maxMs = 5_000;

function forget(): void {
  awaited = null;
  presses = [];
}

/** Begins to keep keys that are meant for `where`. Returns how to end and forget them. */
export function awaitCommands(where: string): () => void {
  awaited = where;
  return forget;
}

/** A key that follows one that waits waits, too: it was pressed for what the first one does. */
export const isDeferring = (): boolean => presses.length > 0 && Date.now() - at < maxMs;

export function defer(again: () => void): void {
  if (awaited === null) return;
  if (!isDeferring()) {
    presses = [];
    at = Date.now();
  }
  presses.push(again);
}

/** The commands of `where` are there. */
export function runDeferred(where: string): void {
  const due = awaited === where && isDeferring() ? presses : [];
  forget();
  for (const again of due) again();
}
