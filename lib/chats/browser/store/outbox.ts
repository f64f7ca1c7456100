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

/** What sends the messages of a chat, one after the other. */
type Sender = { failures: number; wake: () => void; hung?: Promise<void> | undefined };

/**
 * Sends messages in the order in which they were written. What had no answer, and what follows it, waits and is sent again by itself;
 * what was refused stays with its reason, across a reload too, until it is sent again or discarded. Sending the same id twice is harmless.
 */
export function outbox(client: QueryClient, onSaved: (chatId: string) => Promise<void>) {
  const senders = new Map<string, Sender>();
  const keys = new Map<string, DraftKey>();
  const whenSaved = new Map<string, () => void>();
  let reconnects = 0;

  const unsentOf = (key: DraftKey): Unsent[] => client.getQueryData(outboxQuery(key).queryKey) ?? [];
  function change(key: DraftKey, next: (unsent: Unsent[]) => Unsent[]): void {
    client.setQueryData(outboxQuery(key).queryKey, (unsent) => next(unsent ?? []));
  }
  const mark = (key: DraftKey, delivery: Delivery, isMeant: (one: Unsent) => boolean) =>
    change(key, (all) => all.map((one) => (isMeant(one) ? { ...one, delivery } : one)));

  function drop(key: DraftKey, id: string): void {
    storage.remove(key, id);
    whenSaved.delete(id);
    change(key, (all) => all.filter((one) => one.id !== id));
  }

  /** Also ends the pause of what waits in the chat; `onStored` is called once the server has the message. */
  function send(key: DraftKey, written: UnsentMessage, onStored?: () => void): void {
    const { id } = written;
    keys.set(key.chatId, key);
    storage.add(key, written);
    if (onStored) whenSaved.set(id, onStored);
    const sent: Unsent = { ...written, delivery: { state: "sending" } };
    // One that waits keeps its place.
    if (unsentOf(key).some((one) => one.id === id && waits(one))) mark(key, sent.delivery, (one) => one.id === id);
    else change(key, (all) => [...all.filter((one) => one.id !== id), sent]);
    resend(key, isIn("waiting"));
  }

  function resend(key: DraftKey, isMeant: (one: Unsent) => boolean): void {
    mark(key, { state: "sending" }, isMeant);
    const sender = senders.get(key.chatId);
    if (sender) sender.wake();
    else void run(key);
  }

  /** A message that hung is only tried when nothing else is left. */
  function nextOf(key: DraftKey): Unsent | undefined {
    const trying = unsentOf(key).filter(isTrying);
    return trying.find((one) => !isHung(one)) ?? trying[0];
  }

  async function run(key: DraftKey): Promise<void> {
    const sender: Sender = { failures: 0, wake: () => undefined };
    senders.set(key.chatId, sender);
    for (let next = nextOf(key); next; next = nextOf(key)) {
      if (waits(next)) await pause(sender);
      // Meanwhile it may have been discarded, or another one written.
      const one = nextOf(key);
      if (one && isHung(one)) await tryHung(key, one, sender);
      else if (one) await sendOne(key, one, sender);
    }
    senders.delete(key.chatId);
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
    const { id, kind, text, attachments = [], replyTo, mentions = [], closes } = written;
    const { workspace, chatId } = key;
    const files = attachments.length > 0 ? { attachments: attachments.map((file) => file.id) } : {};
    const names = mentions.length > 0 ? { mentions: mentions.map((member) => member.id) } : {};
    const body = { id, kind, text, ...files, ...(replyTo && { replyTo: replyTo.id }), ...names, ...(closes && { closes }) };
    const reconnectsBefore = reconnects;
    // The timeline may have the message before the response, and drop it here.
    const onStored = whenSaved.get(id);
    try {
      await callWithin(giveUpMs, sendMessage, { params: { workspace, chatId }, body });
    } catch (error) {
      const failure = failureOf(error);
      // One that waited on the dead connection, while the next one was made already, is sent at once.
      if (failure.state !== "failed") {
        if (reconnects > reconnectsBefore) return;
        sender.failures += 1;
      }
      mark(key, failure, (one) => one.id === id && isTrying(one));
      // What is behind it would fare the same, and can be discarded.
      if (failure.state === "waiting") mark(key, failure, isIn("sending"));
      return;
    }
    sender.failures = 0;
    storage.remove(key, id);
    mark(key, { state: "saved" }, (one) => one.id === id);
    whenSaved.delete(id);
    onStored?.();
    // The next message need not wait for this refetch. If it fails, the row stays until the timeline has the message.
    onSaved(chatId).then(
      () => drop(key, id),
      () => undefined,
    );
  }

  return {
    send,
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
