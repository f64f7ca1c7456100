import type { Message, Poke } from "./message";

type Waiting = Omit<Message, "from">;

const mostWaiting = 2_000;
const retryMs = 1_000;
const nothing = (missed: boolean): Waiting => ({ pokes: [], changed: [], missed });

/**
 * Tells the other instances, one message at a time; what comes up meanwhile goes together into the next. What cannot be told
 * is not kept: "look at everything" is told as soon as something can be told again. So a Redis that is away or hung fills no
 * memory, and holds nobody up.
 */
export function outgoing(publish: (message: Waiting) => Promise<unknown>) {
  let waiting = nothing(false);
  let underWay: Promise<void> | undefined;
  let isFailing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const count = () => waiting.pokes.length + waiting.changed.length;

  function pump(): void {
    if (underWay || isFailing || (count() === 0 && !waiting.missed)) return;
    const message = waiting;
    waiting = nothing(false);
    underWay = publish(message).then(
      () => next(),
      () => later(),
    );
  }

  function next(): void {
    underWay = undefined;
    pump();
  }

  function later(): void {
    underWay = undefined;
    isFailing = true;
    waiting = nothing(true);
    timer = setTimeout(() => {
      isFailing = false;
      pump();
    }, retryMs);
    timer.unref();
  }

  function add(what: { poke: [workspaceId: string, what: Poke] } | { changed: string }): void {
    if (isFailing) return;
    if (count() >= mostWaiting) waiting = nothing(true);
    else if ("poke" in what) waiting.pokes.push(what.poke);
    else waiting.changed.push(what.changed);
    pump();
  }

  return {
    add,
    /** Settles when all was told, or cannot be told now. */
    settled: async (): Promise<void> => {
      while (underWay) await underWay;
    },
    stop: () => clearTimeout(timer),
  };
}
