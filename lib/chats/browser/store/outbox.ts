import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { browserTranslations } from "@/lib/browser/browser-translations";
import { callWithin } from "@/lib/browser/call";
import { type DraftKey, storage, type UnsentMessage } from "@/lib/chats/browser/draft-storage";
import { sendMessage } from "@/lib/chats/endpoints";
import { AppError } from "@/lib/kernel/errors";

/**
 * `waiting`: nothing was answered, or the server could not take it, and the message is sent again by itself. `hung`: it waits too, and had
 * no answer for so long that later messages go first. `failed`: it is sent again by hand only.
 */
type NotSent = { state: "waiting" | "hung" | "failed"; reason: string };
export type Delivery = { state: "saved" } | { state: "sending" } | NotSent;

/** Something written in this tab that the timeline may not have yet. */
export type Unsent = UnsentMessage & { delivery: Delivery };

/** A message that hangs on a dead connection counts as not sent after this time. To repeat it is safe. */
const giveUpMs = 15_000;
/** The pause before the next try, doubled with each that fails. */
const pauseMs = { min: 1_000, max: 30_000 };

function interrupted(): Delivery {
  const t = browserTranslations("client");
  return { state: "failed", reason: t("interrupted") };
}

/** A message that did arrive can be sent again: the same id is stored once. */
function failureOf(error: unknown): NotSent {
  const t = browserTranslations("client");
  if (!(error instanceof AppError)) return { state: "failed", reason: t("notSent") };
  if (error.code !== "unavailable") return { state: "failed", reason: error.message };
  const isHung = error.cause instanceof DOMException && error.cause.name === "TimeoutError";
  return { state: isHung ? "hung" : "waiting", reason: t(navigator.onLine ? "sentAgain" : "sentLater") };
}

const isIn =
  (...states: Delivery["state"][]) =>
  ({ delivery }: Unsent): boolean =>
    states.includes(delivery.state);
const isHung = isIn("hung");
const waits = isIn("waiting", "hung");
const isTrying = isIn("sending", "waiting", "hung");

/** Lives in the tab only: there is nothing to fetch. */
export const outboxQuery = ({ account, workspace, chatId }: DraftKey) =>
  queryOptions({
    queryKey: ["w", workspace, "outbox", account, chatId],
    queryFn: (): Unsent[] => [],
    initialData: [] as Unsent[],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** After so many failures in a row, what else was done in the chat waits no longer for its messages. */
const maxFailures = 3;

/** Something else that was done in a chat: it changes the chat, or what belongs to it. `behind`: the messages that were on their way before it. */
type Step = { behind: readonly string[]; run: () => Promise<void> };
/** What sends the messages of a chat and takes its steps, one after the other. */
type Sender = { failures: number; steps: Step[]; wake: () => void; hung?: Promise<void> | undefined };
/** A message that closes the chat, unless one before it is missing: `onEnd` hears whether it did. */
type Closing = { behind: readonly string[]; onEnd: ((isClosed: boolean) => void) | undefined };

/**
 * Sends what was done in each chat to the server in the order in which it was done: messages, and every other step (decision 118). A message that had
 * no answer, and what follows it, waits and is sent again by itself; what was refused stays with its reason, across a reload too, until it is
 * sent again or discarded. Sending the same id twice is harmless. A step is taken once.
 */
export function outbox(client: QueryClient, onSaved: (chatId: string) => Promise<void>) {
  const senders = new Map<string, Sender>();
  const keys = new Map<string, DraftKey>();
  const closings = new Map<string, Closing>();
  let reconnects = 0;

  function unsentIn(chatId: string): Unsent[] {
    const key = keys.get(chatId);
    return (key && client.getQueryData(outboxQuery(key).queryKey)) ?? [];
  }
  const idsOnTheirWay = (chatId: string) =>
    unsentIn(chatId)
      .filter(isTrying)
      .map(({ id }) => id);
  /** Whether one of these messages is not with the server. One that was discarded is missed by nobody. */
  const isMissing = (chatId: string, ids: readonly string[]): boolean =>
    unsentIn(chatId).some(({ id, delivery }) => ids.includes(id) && delivery.state !== "saved");
  function change(key: DraftKey, next: (unsent: Unsent[]) => Unsent[]): void {
    client.setQueryData(outboxQuery(key).queryKey, (unsent) => next(unsent ?? []));
  }
  const mark = (key: DraftKey, delivery: Delivery, isMeant: (one: Unsent) => boolean) =>
    change(key, (all) => all.map((one) => (isMeant(one) ? { ...one, delivery } : one)));

  function drop(key: DraftKey, id: string): void {
    storage.remove(key, id);
    closings.delete(id);
    change(key, (all) => all.filter((one) => one.id !== id));
  }

  /** Also ends the pause of what waits in the chat. Returns what lets a message that closes the chat leave it open, if it is not on its way. */
  function send(key: DraftKey, written: UnsentMessage, onEnd = closings.get(written.id)?.onEnd): () => void {
    const { id } = written;
    keys.set(key.chatId, key);
    storage.add(key, written);
    const sent: Unsent = { ...written, delivery: { state: "sending" } };
    // One that waits keeps its place.
    if (unsentIn(key.chatId).some((one) => one.id === id && waits(one))) mark(key, sent.delivery, (one) => one.id === id);
    else {
      if (written.closes) closings.set(id, { behind: idsOnTheirWay(key.chatId), onEnd });
      change(key, (all) => [...all.filter((one) => one.id !== id), sent]);
    }
    resend(key, isIn("waiting"));
    return () => void closings.delete(id);
  }

  /**
   * Does something else in the chat, once everything that was done there before is with the server, or has failed. `requiresMessages`: it puts the
   * chat away, and is refused when a message before it was not sent, which nobody would see there.
   */
  function inOrder<T>(chatId: string, job: () => Promise<T>, requiresMessages = false): Promise<T> {
    const behind = idsOnTheirWay(chatId);
    return new Promise((resolve, reject) => {
      async function run(): Promise<void> {
        try {
          const t = browserTranslations("client");
          if (requiresMessages && isMissing(chatId, behind)) throw new AppError("unavailable", t("unsent"));
          resolve(await job());
        } catch (error) {
          reject(error);
        }
      }
      senderOf(chatId, { behind, run }).wake();
    });
  }

  function resend(key: DraftKey, isMeant: (one: Unsent) => boolean): void {
    mark(key, { state: "sending" }, isMeant);
    senderOf(key.chatId).wake();
  }

  function senderOf(chatId: string, ...steps: Step[]): Sender {
    const known = senders.get(chatId);
    known?.steps.push(...steps);
    if (known) return known;
    const sender: Sender = { failures: 0, steps, wake: () => undefined };
    senders.set(chatId, sender);
    void run(chatId, sender);
    return sender;
  }

  /** The next message, if it comes before the next step. One that hung is only tried when nothing else is left. */
  function nextOf(chatId: string, { failures, steps: [step] }: Sender): Unsent | Step | undefined {
    const trying = unsentIn(chatId).filter((one) => isTrying(one) && (!step || step.behind.includes(one.id)));
    const message = trying.find((one) => !isHung(one));
    return step && failures > maxFailures ? step : (message ?? step ?? trying[0]);
  }

  async function run(chatId: string, sender: Sender): Promise<void> {
    for (let next = nextOf(chatId, sender); next; next = nextOf(chatId, sender)) {
      if (!("run" in next) && waits(next)) await pause(sender);
      // Meanwhile it may have been discarded, or something else done.
      const one = nextOf(chatId, sender);
      const key = keys.get(chatId);
      if (one && "run" in one) {
        await one.run();
        sender.steps.shift();
      } else if (one && key) await (isHung(one) ? tryHung : sendOne)(key, one, sender);
    }
    senders.delete(chatId);
  }

  /** Also over once another message is written: that does not wait for it. */
  function tryHung(key: DraftKey, one: Unsent, sender: Sender): Promise<void> {
    sender.hung ??= sendOne(key, one, sender).finally(() => {
      sender.hung = undefined;
      sender.wake();
    });
    return new Promise((resolve) => {
      sender.wake = resolve;
    });
  }

  function pause(sender: Sender): Promise<void> {
    // Tabs that failed together do not come back together.
    const ms = Math.min(pauseMs.min * 2 ** (sender.failures - 1), pauseMs.max) * (0.5 + Math.random() / 2);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      sender.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function sendOne(key: DraftKey, written: Unsent, sender: Sender): Promise<void> {
    const { id, kind, text, attachments, replyTo, mentions } = written;
    const { workspace, chatId } = key;
    // The timeline may have the message before the response, and drop it here.
    const closing = closings.get(id);
    const closes = closing !== undefined && !isMissing(chatId, closing.behind);
    const files = attachments && { attachments: attachments.map((file) => file.id) };
    const names = mentions && { mentions: mentions.map((member) => member.id) };
    const body = { id, kind, text, ...files, ...(replyTo && { replyTo: replyTo.id }), ...names, ...(closes && { closes }) };
    const reconnectsBefore = reconnects;
    try {
      await callWithin(giveUpMs, sendMessage, { params: { workspace, chatId }, body });
    } catch (error) {
      const failure = failureOf(error);
      // One that waited on the dead connection, while the next one was made already, is sent at once.
      if (failure.state !== "failed") {
        if (reconnects > reconnectsBefore) return;
        sender.failures += 1;
      } else closing?.onEnd?.(false);
      mark(key, failure, (one) => one.id === id && isTrying(one));
      // What is behind it would fare the same, and can be discarded.
      if (failure.state === "waiting") mark(key, failure, isIn("sending"));
      return;
    }
    sender.failures = 0;
    storage.remove(key, id);
    mark(key, { state: "saved" }, (one) => one.id === id);
    closings.delete(id);
    closing?.onEnd?.(closes);
    // The next message need not wait for this refetch. If it fails, the row stays until the timeline has the message.
    onSaved(chatId).then(
      () => drop(key, id),
      () => undefined,
    );
  }

  return {
    send,
    inOrder,
    discard: drop,
    /** The connection is back: what could not be sent without it is sent again, in its order. What the server refused is not. */
    resendUnsent(): void {
      reconnects += 1;
      for (const key of keys.values()) resend(key, waits);
    },
    /** Shows unsent messages from an earlier load of the page. The agent decides whether to send them again. */
    restore(key: DraftKey): void {
      change(key, (all) => {
        const known = new Set(all.map(({ id }) => id));
        const interruptedOnes = storage.unsent(key).filter(({ id }) => !known.has(id));
        return [...interruptedOnes.map((written) => ({ ...written, delivery: interrupted() })), ...all];
      });
    },
  };
}
