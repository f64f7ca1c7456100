import type { Hint, Message, OnBus } from "./message";

export type Waiting = Omit<Message, "from">;

const maxWaiting = 2_000;
const retryMs = 1_000;
const nothing = (missed: boolean): Waiting => ({ notifications: [], changed: [], resting: [], subscribed: [], missed });

/** What waits to be published, and the state of publishing. */
export type Outgoing = {
  waiting: Waiting;
  underWay: Promise<void> | undefined;
  isFailing: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
};
export const newOutgoing = (): Outgoing => ({ waiting: nothing(false), underWay: undefined, isFailing: false, timer: undefined });

/**
 * Notifies the other instances, one message at a time; changes that happen meanwhile are batched into the next one. What cannot
 * be sent is dropped, and `missed` is sent as soon as publishing works again. So a Redis that is unavailable or hung fills no
 * memory and delays nobody.
 */
export function outgoing(publish: (message: Waiting) => Promise<unknown>, own: Outgoing) {
  function count(): number {
    const { notifications, changed, resting, subscribed } = own.waiting;
    return notifications.length + changed.length + resting.length + subscribed.length;
  }

  function pump(): void {
    if (own.underWay || own.isFailing || (count() === 0 && !own.waiting.missed)) return;
    const message = own.waiting;
    own.waiting = nothing(false);
    own.underWay = publish(message).then(
      () => onSent(),
      () => onFailed(),
    );
  }

  function onSent(): void {
    own.underWay = undefined;
    pump();
  }

  function onFailed(): void {
    own.underWay = undefined;
    own.isFailing = true;
    own.waiting = nothing(true);
    own.timer = setTimeout(() => {
      own.isFailing = false;
      pump();
    }, retryMs);
    own.timer.unref();
  }

  function add(what: { notification: [workspaceId: string, what: OnBus] } | { changed: string } | { hint: Hint; id: string }): void {
    if (own.isFailing) return;
    if (count() >= maxWaiting) own.waiting = nothing(true);
    else if ("notification" in what) own.waiting.notifications.push(what.notification);
    else if ("changed" in what) own.waiting.changed.push(what.changed);
    else own.waiting[what.hint].push(what.id);
    pump();
  }

  return {
    add,
    /** Resolves when everything was sent, or cannot be sent now. */
    idle: async (): Promise<void> => {
      while (own.underWay) await own.underWay;
    },
    stop: () => clearTimeout(own.timer),
  };
}
