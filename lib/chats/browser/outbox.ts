import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { browserTranslations } from "@/lib/browser/browser-translations";
import { callWithin } from "@/lib/browser/call";
import { sendMessage } from "@/lib/chats/endpoints";
import { AppError } from "@/lib/kernel/errors";
import { type DraftKey, storage, type UnsentMessage } from "./draft-storage";

type Failed = {
  state: "failed";
  reason: string;
  /** Nothing was answered, or that the server is unavailable: the message is sent again by itself. */
  isNetwork?: boolean;
};
export type Delivery = { state: "saved" } | { state: "sending" } | Failed;

/** Something written in this tab that the timeline may not have yet. */
export type Unsent = UnsentMessage & { delivery: Delivery };

/** A message that hangs on a dead connection counts as not sent after this time. To repeat it is safe. */
const giveUpMs = 15_000;
/** The pause before the second try, doubled for each further one: a server that restarts is back within seconds. */
const usualPauseMs = 1_000;
const maxPauseMs = 30_000;

function interrupted(): Delivery {
  const t = browserTranslations("client");
  return { state: "failed", reason: t("interrupted") };
}

/** A message that did arrive can be sent again: the same id is stored once. */
function failureOf(error: unknown): Failed {
  const t = browserTranslations("client");
  if (!(error instanceof AppError)) return { state: "failed", reason: t("notSent") };
  if (error.code !== "unavailable") return { state: "failed", reason: error.message };
  return { state: "failed", reason: t("sentLater"), isNetwork: true };
}

/** Lives in the tab only: there is nothing to fetch. */
export const outboxQuery = ({ account, workspace, chatId }: DraftKey) =>
  queryOptions({
    queryKey: ["w", workspace, "outbox", account, chatId],
    queryFn: (): Unsent[] => [],
    initialData: [] as Unsent[],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/**
 * Sends messages in the order in which they were written. One that got no answer is tried until it gets one, and those of the same chat
 * wait behind it. One that was refused stays with its reason, across a reload too, until it is sent again or discarded; sending the same
 * id twice is harmless.
 */
export function outbox(client: QueryClient, onSaved: (chatId: string) => Promise<void>, firstPauseMs = usualPauseMs) {
  const lastSends = new Map<string, Promise<void>>();
  /** The messages that are tried, with what ends their pause. */
  const trying = new Map<string, () => void>();
  let reconnects = 0;

  const unsentOf = (key: DraftKey): Unsent[] => client.getQueryData(outboxQuery(key).queryKey) ?? [];
  function change(key: DraftKey, next: (unsent: Unsent[]) => Unsent[]): void {
    client.setQueryData(outboxQuery(key).queryKey, (unsent) => next(unsent ?? []));
  }
  const mark = (key: DraftKey, id: string, delivery: Delivery) =>
    change(key, (all) => all.map((one) => (one.id === id ? { ...one, delivery } : one)));

  function drop(key: DraftKey, id: string): void {
    storage.remove(key, id);
    change(key, (all) => all.filter((one) => one.id !== id));
  }

  function send(key: DraftKey, written: UnsentMessage): void {
    const endPause = trying.get(written.id);
    if (endPause) {
      endPause();
      return;
    }
    trying.set(written.id, () => undefined);
    storage.add(key, written);
    change(key, (all) => [...all.filter(({ id }) => id !== written.id), { ...written, delivery: { state: "sending" } }]);
    const lastSend = (lastSends.get(key.chatId) ?? Promise.resolve()).then(() => sendUntilAnswered(key, written));
    lastSends.set(key.chatId, lastSend);
  }

  async function sendUntilAnswered(key: DraftKey, written: UnsentMessage): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const reconnectsBefore = reconnects;
      const failure = await sendNow(key, written);
      if (failure) mark(key, written.id, failure);
      if (!failure?.isNetwork || !isListed(key, written)) break;
      // It may have waited on the dead connection while the next one was made already.
      if (reconnects === reconnectsBefore) await pauseOf(written, pauseMs);
      if (!isListed(key, written)) break;
      mark(key, written.id, { state: "sending" });
    }
    trying.delete(written.id);
  }

  /** One that was discarded meanwhile is not. */
  const isListed = (key: DraftKey, { id }: UnsentMessage): boolean => unsentOf(key).some((one) => one.id === id);

  const pauseOf = ({ id }: UnsentMessage, ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      trying.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
    });

  /** Why it was not saved. */
  async function sendNow(key: DraftKey, written: UnsentMessage): Promise<Failed | undefined> {
    const { id, kind, text, attachments = [], replyTo, mentions = [], closes } = written;
    const { workspace, chatId } = key;
    const files = attachments.length > 0 ? { attachments: attachments.map((file) => file.id) } : {};
    const names = mentions.length > 0 ? { mentions: mentions.map((member) => member.id) } : {};
    const body = { id, kind, text, ...files, ...(replyTo && { replyTo: replyTo.id }), ...names, ...(closes && { closes }) };
    try {
      await callWithin(giveUpMs, sendMessage, { params: { workspace, chatId }, body });
    } catch (error) {
      return failureOf(error);
    }
    storage.remove(key, id);
    mark(key, id, { state: "saved" });
    // The next message need not wait for this refetch. If it fails, the row stays until the timeline has the message.
    onSaved(chatId).then(
      () => drop(key, id),
      () => undefined,
    );
    return undefined;
  }

  return {
    send,
    discard(key: DraftKey, id: string): void {
      drop(key, id);
      trying.get(id)?.();
    },
    /** The connection is back: what could not be sent without it is tried at once. */
    resendUnsent(): void {
      reconnects += 1;
      for (const endPause of trying.values()) endPause();
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
