/** A key whose command may still be loading runs once that is there. One at most: what follows it was meant for what it would have done. */

let run: (() => void) | null = null;
let awaited: string | null = null;
let at = 0;

/** An agent who waited longer has given the key up. */
const maxMs = 5_000;

/** Begins to keep a key that is meant for `where`. Returns how to end and forget it. */
export function awaitCommands(where: string): () => void {
  awaited = where;
  return () => {
    awaited = null;
    run = null;
  };
}

export function defer(again: () => void): void {
  if (awaited === null || run) return;
  run = again;
  at = Date.now();
}

/** The commands of `where` are there. */
export function runDeferred(where: string): void {
  const again = awaited === where && Date.now() - at < maxMs ? run : null;
  awaited = null;
  run = null;
  again?.();
}
