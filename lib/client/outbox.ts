import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { sendMessage } from "@/lib/chats/contract";
import { AppError } from "@/lib/errors";
import { call } from "./call";

export type Delivery = { state: "saved" } | { state: "sending" } | { state: "failed"; reason: string };

/** Something written in this tab that the timeline may not have yet. Its id was made here, and stays. */
export type Unsent = { id: string; kind: "message" | "note"; text: string; writtenAt: string; delivery: Delivery };

/** Lives in the tab only: there is nothing to fetch. */
export const outboxQuery = (workspace: string, chatId: string) =>
  queryOptions({
    queryKey: ["w", workspace, "outbox", chatId],
    queryFn: (): Unsent[] => [],
    initialData: [] as Unsent[],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/**
 * Sends what was written in the order it was written. What could not be sent stays with the reason until it is sent
 * again or thrown away; sending the same id twice is harmless.
 */
export function outbox(client: QueryClient, workspace: string, saved: (chatId: string) => Promise<void>) {
  const turns = new Map<string, Promise<void>>();

  function change(chatId: string, next: (unsent: Unsent[]) => Unsent[]): void {
    client.setQueryData(outboxQuery(workspace, chatId).queryKey, (unsent) => next(unsent ?? []));
  }
  const mark = (chatId: string, id: string, delivery: Delivery) =>
    change(chatId, (all) => all.map((one) => (one.id === id ? { ...one, delivery } : one)));
  const drop = (chatId: string, id: string) => change(chatId, (all) => all.filter((one) => one.id !== id));

  async function deliver(chatId: string, { id, kind, text }: Unsent): Promise<void> {
    try {
      await call(sendMessage, { params: { workspace, chatId }, body: { id, kind, text } });
    } catch (error) {
      mark(chatId, id, { state: "failed", reason: error instanceof AppError ? error.message : "It could not be sent." });
      return;
    }
    mark(chatId, id, { state: "saved" });
    // The next one need not wait for this. Should the fetch fail, the row stays as it is until the timeline has it.
    saved(chatId).then(
      () => drop(chatId, id),
      () => undefined,
    );
  }

  return {
    send(chatId: string, unsent: Unsent): void {
      change(chatId, (all) => [...all.filter(({ id }) => id !== unsent.id), { ...unsent, delivery: { state: "sending" } }]);
      const turn = (turns.get(chatId) ?? Promise.resolve()).then(() => deliver(chatId, unsent));
      turns.set(chatId, turn);
    },
    discard: drop,
  };
}
