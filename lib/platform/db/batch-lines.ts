import { countOf, type FairQueue, push, takeTurn } from "./fair-queue";

/**
 * A slow workspace stays in its own line at least this long, so that a statement of several is slow once in that time at most. Each
 * statement of its own that a locked row stopped doubles it: a row that is locked again and again rarely stops others.
 */
const [calmMs, maxCalmMs] = [1_000, 60_000];
/** The slow line is divided into this many statements: those that are quick leave it, so that few remain beside the slow one. */
const groups = 3;
/** Jobs that run individually: in total, and of one workspace. */
const [maxIndividual, maxIndividualEach] = [4, 2];

/** Jobs that wait for a statement, in three lines; in each of them workspaces have their turns. */
export type Lines<Item> = {
  /** They share statements with those of other workspaces. */
  shared: FairQueue<Item>;
  /** The jobs of workspaces whose last statement was slow or blocked: they share one with few others, or with none. */
  slow: FairQueue<Item>;
  /** The jobs of statements that failed: each has one of its own. */
  individual: FairQueue<Item>;
  /** When a statement of each slow workspace was slow or blocked last, and how long it stays apart from then on. */
  slowSince: Map<string, { at: number; calmMs: number }>;
  /** Workspaces with a statement of the slow line under way. */
  inSlow: Set<string>;
  /** How many statements are under way, and how many individual ones of each workspace. */
  underWay: { shared: number; slow: number; individual: number; individualOf: Map<string, number> };
};
export const newLines = <Item>(): Lines<Item> => ({
  shared: new Map(),
  slow: new Map(),
  individual: new Map(),
  slowSince: new Map(),
  inSlow: new Set(),
  underWay: { shared: 0, slow: 0, individual: 0, individualOf: new Map() },
});

export function enqueue<Item>(lines: Lines<Item>, workspace: string, item: Item): void {
  push(lines.slowSince.has(workspace) ? lines.slow : lines.shared, workspace, item);
}

function takeUpTo<Item>(queue: FairQueue<Item>, max: number, mayHaveTurn?: (workspace: string) => boolean): Item[] {
  const taken: Item[] = [];
  while (taken.length < max) {
    const next = takeTurn(queue, mayHaveTurn);
    if (!next) break;
    taken.push(next.item);
  }
  return taken;
}

/** The jobs of the next statement for all: one of each workspace in turn. */
export const takeShared = <Item>({ shared }: Lines<Item>, max: number): Item[] => takeUpTo(shared, max);

/**
 * The jobs of the next statement for slow workspaces: with one to three of them it is one workspace's alone, and with more (the whole
 * database is slow, or nobody knows yet which of them was) a third of them share it. Each has one statement at a time.
 */
export function takeSlow<Item>({ slow, inSlow }: Lines<Item>, max: number): { jobs: Item[]; workspaces: string[] } {
  const workspaces = [...slow.keys()].filter((one) => !inSlow.has(one)).slice(0, Math.ceil(slow.size / groups));
  const chosen = new Set(workspaces);
  const jobs = takeUpTo(slow, max, (workspace) => chosen.has(workspace));
  for (const workspace of workspaces) inSlow.add(workspace);
  return { jobs, workspaces };
}

/** The next job that runs individually, if one may. `leaveIndividual` ends it. */
export function takeIndividual<Item>({ individual, underWay }: Lines<Item>): { workspace: string; item: Item } | undefined {
  if (underWay.individual >= maxIndividual) return undefined;
  const ofWorkspace = (workspace: string) => underWay.individualOf.get(workspace) ?? 0;
  const next = takeTurn(individual, (workspace) => ofWorkspace(workspace) < maxIndividualEach);
  if (!next) return undefined;
  underWay.individual += 1;
  underWay.individualOf.set(next.workspace, ofWorkspace(next.workspace) + 1);
  return next;
}

export function leaveIndividual<Item>({ underWay }: Lines<Item>, workspace: string): void {
  underWay.individual -= 1;
  const left = (underWay.individualOf.get(workspace) ?? 1) - 1;
  if (left > 0) underWay.individualOf.set(workspace, left);
  else underWay.individualOf.delete(workspace);
}

/** A statement of these workspaces was slow or blocked: until one is quick, theirs are not shared with the others. */
export function markSlow<Item>(lines: Lines<Item>, workspaces: ReadonlySet<string>, now: number, wasBlocked = false): void {
  for (const workspace of workspaces) {
    // Jobs without a workspace are those of all.
    if (workspace === "") continue;
    const before = lines.slowSince.get(workspace);
    const known = before?.calmMs ?? calmMs;
    lines.slowSince.set(workspace, { at: now, calmMs: wasBlocked && workspaces.size === 1 ? Math.min(2 * known, maxCalmMs) : known });
    moveAll(lines.shared, lines.slow, workspace);
  }
}

/** A statement of the slow line was quick: its workspaces share again, unless one of their jobs is blocked, or was a moment ago. */
export function markQuick<Item>(lines: Lines<Item>, workspaces: Iterable<string>, now: number): void {
  for (const workspace of workspaces) {
    const isBlocked = lines.individual.has(workspace) || lines.underWay.individualOf.has(workspace);
    const slow = lines.slowSince.get(workspace);
    if (isBlocked || !slow || now - slow.at < slow.calmMs) continue;
    lines.slowSince.delete(workspace);
    moveAll(lines.slow, lines.shared, workspace);
  }
}

/**
 * A job that ran individually was quick: unless others of its workspace wait, or one was blocked by itself, another workspace was the
 * cause, and it shares again at once.
 */
export function markInnocent<Item>(lines: Lines<Item>, workspace: string): void {
  if (lines.individual.has(workspace) || lines.underWay.individualOf.has(workspace)) return;
  if (lines.slowSince.get(workspace)?.calmMs !== calmMs) return;
  lines.slowSince.delete(workspace);
  moveAll(lines.slow, lines.shared, workspace);
}

function moveAll<Item>(from: FairQueue<Item>, to: FairQueue<Item>, workspace: string): void {
  for (const item of from.get(workspace) ?? []) push(to, workspace, item);
  from.delete(workspace);
}

/** Takes out the jobs that waited too long. The oldest of a workspace are at the front of its line. */
export function takeLate<Item>(lines: Lines<Item>, isLate: (item: Item) => boolean): Item[] {
  const late: Item[] = [];
  for (const queue of [lines.shared, lines.slow, lines.individual])
    for (const [workspace, items] of queue) {
      const firstInTime = items.findIndex((item) => !isLate(item));
      late.push(...items.splice(0, firstInTime === -1 ? items.length : firstInTime));
      if (countOf(queue, workspace) === 0) queue.delete(workspace);
    }
  return late;
}

/** Nothing waits, and no statement is under way that may give back its jobs. */
export const areEmpty = <Item>({ shared, slow, individual, underWay }: Lines<Item>): boolean =>
  shared.size + slow.size + individual.size + underWay.shared + underWay.slow === 0;
