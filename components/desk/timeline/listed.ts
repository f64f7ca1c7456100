import type { Elsewhere } from "@/components/desk/shared/linked-chats";
import type { Panel } from "@/lib/desk/panel/contract";
import type { Entry } from "./entries";

type Call = Panel["running"][number];
type Extra = { id: string; day: null } & ({ kind: "working"; call: Call } | { kind: "elsewhere"; elsewhere: Elsewhere });
/** A row of the list: an entry, a call whose result is still to come, or where else the person wrote. */
export type Listed = Entry | Extra;

const timeOf = (entry: Listed): string =>
  "cards" in entry ? (entry.cards.at(-1)?.createdAt ?? "") : "createdAt" in entry ? entry.createdAt : "";

/** Puts each line behind what was there when the person wrote elsewhere. */
function withElsewhere(rows: Listed[], elsewhere: readonly Elsewhere[]): Listed[] {
  const listed = [...rows];
  for (const one of elsewhere) {
    let position = listed.length;
    while (position > 0 && timeOf(listed[position - 1] as Listed) > one.at) position -= 1;
    listed.splice(position, 0, { kind: "elsewhere", id: `elsewhere-${one.chatId}`, day: null, elsewhere: one });
  }
  return listed;
}

type Besides = { running: readonly Call[]; elsewhere?: readonly Elsewhere[] };

/**
 * The entries with the cards of opened runs below their lines, the lines of other chats where they belong by time, and at the end the
 * calls whose results are still to come.
 */
export function listedOf(entries: readonly Entry[], opened: ReadonlySet<string>, { running, elsewhere = [] }: Besides): Listed[] {
  const calls = running
    .filter(({ state }) => state === "working")
    .map((call): Listed => ({ kind: "working", id: call.callId, day: null, call }));
  const withCards =
    opened.size === 0
      ? [...entries]
      : entries.flatMap((entry): Listed[] =>
          entry.kind === "events" && opened.has(entry.id) ? [entry, ...entry.cards.map((card) => ({ ...card, day: null }))] : [entry],
        );
  return [...withElsewhere(withCards, elsewhere), ...calls];
}
