import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { browserTranslations } from "@/lib/browser/browser-translations";
import { call } from "@/lib/browser/call";
import { kept, type Place, type Written } from "@/lib/browser/draft-storage";
import { sendMessage } from "@/lib/domain/chats/contract";
import { AppError } from "@/lib/kernel/errors";

export type Delivery = { state: "saved" } | { state: "sending" } | { state: "failed"; reason: string };

/** Something written in this tab that the timeline may not have yet. */
export type Unsent = Written & { delivery: Delivery };

function interrupted(): Delivery {
  const t = browserTranslations("client");
  return { state: "failed", reason: t("interrupted") };
}

/** What may have got through all the same is no worry here: the same id is kept once. */
function reasonOf(error: unknown): string {
  const t = browserTranslations("client");
  if (!(error instanceof AppError)) return t("notSent");
  return error.code === "unavailable" ? t("safeRetry") : error.message;
}

/** Lives in the tab only: there is nothing to fetch. */
export const outboxQuery = ({ account, workspace, chatId }: Place) =>
  queryOptions({
    queryKey: ["w", workspace, "outbox", account, chatId],
    queryFn: (): Unsent[] => [],
    initialData: [] as Unsent[],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/**
 * Sends what was written in the order it was written. What could not be sent stays with the reason, across a reload too,
 * until it is sent again or thrown away; sending the same id twice is harmless.
 */
export function outbox(client: QueryClient, saved: (chatId: string) => Promise<void>) {
  const turns = new Map<string, Promise<void>>();

  function change(place: Place, next: (unsent: Unsent[]) => Unsent[]): void {
    client.setQueryData(outboxQuery(place).queryKey, (unsent) => next(unsent ?? []));
  }
  const mark = (place: Place, id: string, delivery: Delivery) =>
    change(place, (all) => all.map((one) => (one.id === id ? { ...one, delivery } : one)));

  function drop(place: Place, id: string): void {
    kept.remove(place, id);
    change(place, (all) => all.filter((one) => one.id !== id));
  }

  async function deliver(place: Place, { id, kind, text }: Written): Promise<void> {
    const { workspace, chatId } = place;
    try {
      await call(sendMessage, { params: { workspace, chatId }, body: { id, kind, text } });
    } catch (error) {
      mark(place, id, { state: "failed", reason: reasonOf(error) });
      return;
    }
    kept.remove(place, id);
    mark(place, id, { state: "saved" });
    // The next one need not wait for this. Should the fetch fail, the row stays as it is until the timeline has it.
    saved(chatId).then(
      () => drop(place, id),
      () => undefined,
    );
  }

  return {
    send(place: Place, written: Written): void {
      kept.add(place, written);
      change(place, (all) => [...all.filter(({ id }) => id !== written.id), { ...written, delivery: { state: "sending" } }]);
      const turn = (turns.get(place.chatId) ?? Promise.resolve()).then(() => deliver(place, written));
      turns.set(place.chatId, turn);
    },
    discard: drop,
    /** Shows what an earlier load of the page left behind. Whether to send it again is for the one who wrote it to say. */
    restore(place: Place): void {
      change(place, (all) => {
        const known = new Set(all.map(({ id }) => id));
        const left = kept.unsent(place).filter(({ id }) => !known.has(id));
        return [...left.map((written) => ({ ...written, delivery: interrupted() })), ...all];
      });
    },
  };
}
