import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { browserTranslations } from "@/lib/browser/browser-translations";
import { call } from "@/lib/browser/call";
import { type DraftKey, storage, type UnsentMessage } from "@/lib/browser/draft-storage";
import { sendMessage } from "@/lib/domain/chats/contract";
import { AppError } from "@/lib/kernel/errors";

export type Delivery = { state: "saved" } | { state: "sending" } | { state: "failed"; reason: string };

/** Something written in this tab that the timeline may not have yet. */
export type Unsent = UnsentMessage & { delivery: Delivery };

function interrupted(): Delivery {
  const t = browserTranslations("client");
  return { state: "failed", reason: t("interrupted") };
}

/** A message that did arrive can be sent again: the same id is stored once. */
function reasonOf(error: unknown): string {
  const t = browserTranslations("client");
  if (!(error instanceof AppError)) return t("notSent");
  return error.code === "unavailable" ? t("safeRetry") : error.message;
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
 * Sends messages in the order in which they were written. A failed one stays with its reason, across a reload too, until it is
 * sent again or discarded; sending the same id twice is harmless.
 */
export function outbox(client: QueryClient, onSaved: (chatId: string) => Promise<void>) {
  const lastSends = new Map<string, Promise<void>>();

  function change(key: DraftKey, next: (unsent: Unsent[]) => Unsent[]): void {
    client.setQueryData(outboxQuery(key).queryKey, (unsent) => next(unsent ?? []));
  }
  const mark = (key: DraftKey, id: string, delivery: Delivery) =>
    change(key, (all) => all.map((one) => (one.id === id ? { ...one, delivery } : one)));

  function drop(key: DraftKey, id: string): void {
    storage.remove(key, id);
    change(key, (all) => all.filter((one) => one.id !== id));
  }

  async function sendNow(key: DraftKey, { id, kind, text, attachments = [], replyTo }: UnsentMessage): Promise<void> {
    const { workspace, chatId } = key;
    const files = attachments.length > 0 ? { attachments: attachments.map((file) => file.id) } : {};
    const body = { id, kind, text, ...files, ...(replyTo && { replyTo: replyTo.id }) };
    try {
      await call(sendMessage, { params: { workspace, chatId }, body });
    } catch (error) {
      mark(key, id, { state: "failed", reason: reasonOf(error) });
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

  return {
    send(key: DraftKey, written: UnsentMessage): void {
      storage.add(key, written);
      change(key, (all) => [...all.filter(({ id }) => id !== written.id), { ...written, delivery: { state: "sending" } }]);
      const lastSend = (lastSends.get(key.chatId) ?? Promise.resolve()).then(() => sendNow(key, written));
      lastSends.set(key.chatId, lastSend);
    },
    discard: drop,
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
