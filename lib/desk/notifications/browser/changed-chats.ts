import { maxChats } from "@/lib/desk/notifications/shared/limits";

type Change = { id: string; seq: number };

/** Chats that changed since they were last asked about, each with the seq that is known of it. */
export function changedChats() {
  /** How far this tab knows each chat: what is later is news. */
  const known = new Map<string, number>();
  const waiting = new Map<string, number>();

  return {
    /** `seqOf` is the seq of a chat that the screen shows; of others, only the last item counts as new. */
    add(changes: readonly Change[], seqOf: (id: string) => number | undefined): void {
      for (const { id, seq } of changes) {
        const before = known.get(id) ?? seqOf(id) ?? seq - 1;
        if (seq <= before) continue;
        if (!waiting.has(id)) waiting.set(id, before);
        known.set(id, seq);
      }
    },
    /** Returns the chats to ask about now, as the endpoint takes them. Under a flood the latest count. */
    take(): string {
      const taken = [...waiting].slice(-maxChats);
      waiting.clear();
      return taken.map(([id, before]) => `${id}:${before}`).join(",");
    },
    isEmpty: () => waiting.size === 0,
  };
}
