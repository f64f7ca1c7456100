import type { Message, Poke } from "./message";

export type Waiting = Omit<Message, "from">;

const mostWaiting = 2_000;
const retryMs = 1_000;
const nothing = (missed: boolean): Waiting => ({ pokes: [], changed: [], missed });

/** What waits to be told, and how telling goes. */
export type Outgoing = {
  waiting: Waiting;
  underWay: Promise<void> | undefined;
  isFailing: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
};
export const newOutgoing = (): Outgoing => ({ waiting: nothing(false), underWay: undefined, isFailing: false, timer: undefined });

/**
 * Tells the other instances, one message at a time; what comes up meanwhile goes together into the next. What cannot be told
 * is not kept: "look at everything" is told as soon as something can be told again. So a Redis that is away or hung fills no
 * memory, and holds nobody up.
 */
export function outgoing(publish: (message: Waiting) => Promise<unknown>, own: Outgoing) {
  const count = () => own.waiting.pokes.length + own.waiting.changed.length;

  function pump(): void {
    if (own.underWay || own.isFailing || (count() === 0 && !own.waiting.missed)) return;
    const message = own.waiting;
    own.waiting = nothing(false);
    own.underWay = publish(message).then(
      () => next(),
      () => later(),
    );
  }

  function next(): void {
    own.underWay = undefined;
    pump();
  }

  function later(): void {
    own.underWay = undefined;
    own.isFailing = true;
    own.waiting = nothing(true);
    own.timer = setTimeout(() => {
      own.isFailing = false;
      pump();
    }, retryMs);
    own.timer.unref();
  }

  function add(what: { poke: [workspaceId: string, what: Poke] } | { changed: string }): void {
    if (own.isFailing) return;
    if (count() >= mostWaiting) own.waiting = nothing(true);
    else if ("poke" in what) own.waiting.pokes.push(what.poke);
    else own.waiting.changed.push(what.changed);
    pump();
  }

  return {
    add,
    /** Settles when all was told, or cannot be told now. */
    settled: async (): Promise<void> => {
      while (own.underWay) await own.underWay;
    },
    stop: () => clearTimeout(own.timer),
  };
}
