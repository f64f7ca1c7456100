import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { browserTranslations } from "@/lib/browser/browser-translations";
import { callWithin } from "@/lib/browser/call";
import { sendMessage } from "@/lib/chats/endpoints";
import { AppError } from "@/lib/kernel/errors";
import { type DraftKey, storage, type UnsentMessage } from "./draft-storage";

type Failed = {
  state: "failed";
  reason: string;
  /** Nothing was answered: the message is sent again when the connection is back. */
  isNetwork?: boolean;
};
export type Delivery = { state: "saved" } | { state: "sending" } | Failed;

/** Something written in this tab that the timeline may not have yet. */
export type Unsent = UnsentMessage & { delivery: Delivery };

/** A message that hangs on a dead connection counts as not sent after this time. To repeat it is safe. */
const giveUpMs = 15_000;

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

const awaitsConnection = ({ delivery }: Unsent): boolean => delivery.state === "failed" && delivery.isNetwork === true;

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
 * Sends messages in the order in which they were written. A failed one stays with its reason, across a reload too, until it is
 * sent again or discarded; sending the same id twice is harmless.
 */
export function outbox(client: QueryClient, onSaved: (chatId: string) => Promise<void>) {
  const lastSends = new Map<string, Promise<void>>();
  const keys = new Map<string, DraftKey>();
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
    keys.set(key.chatId, key);
    storage.add(key, written);
    change(key, (all) => [...all.filter(({ id }) => id !== written.id), { ...written, delivery: { state: "sending" } }]);
    const lastSend = (lastSends.get(key.chatId) ?? Promise.resolve()).then(() => sendNow(key, written));
    lastSends.set(key.chatId, lastSend);
  }

  async function sendNow(key: DraftKey, written: UnsentMessage): Promise<void> {
    const { id, kind, text, attachments = [], replyTo, mentions = [], closes } = written;
    const { workspace, chatId } = key;
    const files = attachments.length > 0 ? { attachments: attachments.map((file) => file.id) } : {};
    const names = mentions.length > 0 ? { mentions: mentions.map((member) => member.id) } : {};
    const body = { id, kind, text, ...files, ...(replyTo && { replyTo: replyTo.id }), ...names, ...(closes && { closes }) };
    const reconnectsBefore = reconnects;
    try {
      await callWithin(giveUpMs, sendMessage, { params: { workspace, chatId }, body });
    } catch (error) {
      mark(key, id, failureOf(error));
      // It waited on the dead connection while the next one was made already.
      if (reconnects > reconnectsBefore) resend(key, (one) => one.id === id);
      return;
    }
    storage.remove(key, id);
    mark(key, id, { state: "saved" });
    // The next message need not wait for this refetch. If it fails, the row stays until the timeline has the message.
    onSaved(chatId).then(
      () => drop(key, id),
      () => undefined,
    );
  }

  /** One that was discarded meanwhile is not in the list any more. */
  function resend(key: DraftKey, isMeant: (one: Unsent) => boolean): void {
    for (const one of unsentOf(key)) if (awaitsConnection(one) && isMeant(one)) send(key, one);
  }

  return {
    send,
    discard: drop,
    /** The connection is back: what could not be sent without it is sent again, in its order. What the server refused is not. */
    resendUnsent(): void {
      reconnects += 1;
      for (const key of keys.values()) resend(key, () => true);
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
