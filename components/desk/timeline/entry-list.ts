import type { Unsent } from "@/lib/chats/browser/store/outbox";
import type { ChatItem } from "@/lib/chats/contract";
import { type CardItem, dayOf, type Entry, isInfo, isProblem, type ProblemItem, type Row } from "./entries";
import { type LikeGroup, LikeProblems, lastOf, likenessOf } from "./like-problems";
import { rowOfItem, rowOfUnsent } from "./rows";

/**
 * A row with what its neighbours must know of it. `group`: like problems, shown at the one that arrived last. `after`: the position
 * of the last row up to it that is no problem.
 */
type Slot = { row: Row; at: number; day: string; after: number; group?: LikeGroup; isHidden?: boolean };
type Source = ChatItem | Unsent;

const pauseMs = 5 * 60_000;
// No time zone is off by a part of this, so all times within one have the same day.
const quarterMs = 15 * 60_000;

const continues = (previous: Slot | undefined, { row, at, day }: Slot): boolean =>
  previous?.row.kind === "message" &&
  row.kind === "message" &&
  previous.day === day &&
  previous.row.author === row.author &&
  previous.row.authorName === row.authorName &&
  at - previous.at <= pauseMs;

/**
 * The timeline's entries: messages in groups, info cards folded into runs, like problems in one card, unsent items at the end.
 * It remembers its last answer and rebuilds only the end that changed: one new item must not cost as much as all of them.
 */
export class EntryList {
  private sources: Source[] = [];
  private slots: Slot[] = [];
  private problems = new LikeProblems();
  private entries: Entry[] = [];
  /** The position of each entry's first row. */
  private starts: number[] = [];
  private savedIds = new Set<string>();
  private readonly days = new Map<number, string>();
  /** The ids that runs and groups were named after: one that grows at either end keeps its name. */
  private readonly names = new Set<string>();

  constructor(
    private readonly me: string,
    private readonly timeZone: string,
  ) {}

  read(items: readonly ChatItem[], unsent: readonly Unsent[]): Entry[] {
    const unchanged = this.unchanged(items);
    let from = this.truncate(unchanged);
    for (const item of items.slice(from)) {
      this.savedIds.add(item.id);
      from = Math.min(from, this.append(item, rowOfItem(item)));
    }
    // A saved item replaces its unsent one: they have the same id.
    for (const one of unsent) if (!this.savedIds.has(one.id)) this.append(one, rowOfUnsent(one, this.me));
    this.rebuild(from);
    return this.entries;
  }

  /** How many of the items are those of the last time. */
  private unchanged(items: readonly ChatItem[]): number {
    const count = Math.min(items.length, this.sources.length);
    let same = 0;
    while (same < count && items[same] === this.sources[same]) same += 1;
    return same;
  }

  /** Forgets the rows from a position on. A problem cannot be taken out of its group again, so then all rows are forgotten. */
  private truncate(position: number): number {
    const removed = this.slots.slice(position);
    const remains = removed.every(({ row }) => !isProblem(row)) ? position : 0;
    if (remains === 0) {
      this.problems = new LikeProblems();
      this.savedIds = new Set();
    } else for (const { row } of removed) this.savedIds.delete(row.id);
    this.sources = this.sources.slice(0, remains);
    this.slots = this.slots.slice(0, remains);
    return remains;
  }

  /** Adds a row at the end. Returns the first position whose entry is another one now. */
  private append(source: Source, row: Row): number {
    const at = Date.parse(row.createdAt);
    const previous = this.slots.at(-1)?.day ?? "";
    const own = this.dayOf(at);
    const position = this.slots.length;
    // A clock that was behind must not bring back the day before.
    const isBehind = own < previous;
    const after = isProblem(row) ? (this.slots.at(-1)?.after ?? -1) : position;
    const slot: Slot = { row, at, day: isBehind ? previous : own, after };
    this.sources.push(source);
    this.slots.push(slot);
    if (!isProblem(row)) return position;
    const { group, joined } = this.problems.add(position, likenessOf(row), after);
    slot.group = group;
    const before = joined.map(lastOf);
    for (const last of before) Object.assign(this.slots[last] ?? {}, { isHidden: true });
    return Math.min(position, ...before);
  }

  private dayOf(at: number): string {
    const quarter = Math.floor(at / quarterMs);
    const known = this.days.get(quarter);
    if (known !== undefined) return known;
    const day = dayOf(at, this.timeZone);
    this.days.set(quarter, day);
    return day;
  }

  /** Rebuilds the entries from the one before the row at a position: that row may continue it, or joined what is on both sides. */
  private rebuild(position: number): void {
    let first = this.starts.length - 1;
    while (first > 0 && (this.starts[first] ?? 0) > position) first -= 1;
    first = Math.max(0, first - 1);
    const start = first === 0 ? 0 : (this.starts[first] ?? 0);
    this.entries = this.entries.slice(0, first);
    this.starts = this.starts.slice(0, first);
    let previous = this.visibleBefore(start);
    for (let index = start; index < this.slots.length; ) {
      const slot = this.slots[index];
      if (!slot || slot.isHidden) {
        index += 1;
        continue;
      }
      const run = isInfo(slot.row) ? this.runFrom(index, slot.day) : { cards: [], end: index + 1, last: slot };
      this.starts.push(index);
      this.entries.push(this.entryOf(slot, previous, run.cards));
      previous = run.last;
      index = run.end;
    }
  }

  private visibleBefore(position: number): Slot | undefined {
    let before = position - 1;
    while (this.slots[before]?.isHidden) before -= 1;
    return this.slots[before];
  }

  /** The info cards of a day from a position on, up to anything else that is shown. */
  private runFrom(position: number, day: string): { cards: CardItem[]; end: number; last: Slot | undefined } {
    const cards: CardItem[] = [];
    let last: Slot | undefined;
    let index = position;
    for (; index < this.slots.length; index += 1) {
      const slot = this.slots[index];
      if (!slot || slot.isHidden) continue;
      if (!isInfo(slot.row) || slot.day !== day) break;
      cards.push(slot.row);
      last = slot;
    }
    return { cards, end: index, last };
  }

  private entryOf(slot: Slot, previous: Slot | undefined, run: readonly CardItem[]): Entry {
    const { row } = slot;
    const day = slot.day === previous?.day ? null : slot.day;
    if (slot.group) {
      const cards = slot.group.positions.flatMap((position) => problemsIn(this.slots[position]));
      return { kind: "problems", id: this.nameOf(cards), cards: byTime(cards), day };
    }
    const [first] = run;
    if (first) {
      const name = this.nameOf(run);
      return run.length > 1 ? { kind: "events", id: `events ${name}`, cards: run, day } : { ...first, day };
    }
    if (row.kind !== "message") return { ...row, day };
    const beginsGroup = !continues(previous, slot);
    if (!beginsGroup) this.continueLast();
    return { ...row, day, beginsGroup, endsGroup: true };
  }

  /** The last entry is a message whose group goes on. */
  private continueLast(): void {
    const last = this.entries.at(-1);
    if (last?.kind === "message") this.entries[this.entries.length - 1] = { ...last, endsGroup: false };
  }

  private nameOf(cards: readonly CardItem[]): string {
    const { id = "" } = cards.find((card) => this.names.has(card.id)) ?? cards[0] ?? {};
    this.names.add(id);
    return id;
  }
}

const problemsIn = (slot: Slot | undefined): ProblemItem[] => (slot && isProblem(slot.row) ? [slot.row] : []);

/** Problems that happened at the same time stay in their order of arrival. */
const byTime = (cards: readonly ProblemItem[]): ProblemItem[] =>
  [...cards].sort((a, b) => Date.parse(a.card.occurredAt) - Date.parse(b.card.occurredAt));

/** The entries of a timeline, built at once. */
export const entriesOf = (items: readonly ChatItem[], unsent: readonly Unsent[], me: string, timeZone: string): Entry[] =>
  new EntryList(me, timeZone).read(items, unsent);
