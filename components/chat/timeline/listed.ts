import type { Panel } from "@/lib/domain/panel/contract";
import type { Entry } from "./entries";

type Call = Panel["running"][number];
/** A row of the list: an entry, or a call whose result is still to come. */
export type Listed = Entry | { kind: "working"; id: string; day: null; call: Call };

/** The entries with the cards of opened runs below their lines, and at the end the calls whose results are still to come. */
export function listedOf(entries: readonly Entry[], opened: ReadonlySet<string>, running: readonly Call[]): Listed[] {
  const calls = running
    .filter(({ state }) => state === "working")
    .map((call): Listed => ({ kind: "working", id: call.callId, day: null, call }));
  if (opened.size === 0) return [...entries, ...calls];
  const withCards = entries.flatMap((entry): Listed[] =>
    entry.kind === "events" && opened.has(entry.id) ? [entry, ...entry.cards.map((card) => ({ ...card, day: null }))] : [entry],
  );
  return [...withCards, ...calls];
}
