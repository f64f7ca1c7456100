/**
 * The overview counts what happened in a workspace in a time of at most 31 days, in six charts for admins. Figures of the process, for
 * its operator, are in `lib/platform/metrics`.
 */

import { csvType } from "@/lib/kernel/csv";
import { AppError } from "@/lib/kernel/errors";
import type { Translator } from "@/lib/messages";
import { evenBounds, newPlaces, Places, type PlacesState } from "@/lib/platform/db/places";
import { type LockQueues, ReadWriteLock } from "@/lib/platform/db/read-write-lock";
import { singleton } from "@/lib/platform/runtime";
import type { ChartName, Overview, Range } from "./contract";
import { fileName, linesOf } from "./csv";
import { readOverview } from "./read";
import { maxRangeMs } from "./shared/buckets";

const freshMs = 30_000;
const maxCached = 200;
const waitMs = 8_000;
/** The most connections of an instance that overviews use. */
const maxReaders = 2;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    overviews: { cached: Map<string, { overview: Overview; until: number }>; workspaces: LockQueues; readers: PlacesState };
  }
}

const state = () => singleton("overviews", () => ({ cached: new Map(), workspaces: new Map(), readers: newPlaces() }));
const workspaces = new ReadWriteLock(1, () => state().workspaces);
const readers = new Places(evenBounds(maxReaders), () => state().readers);

const busy = () => new AppError("unavailable", "Other overviews are being read. Try again shortly.", { "retry-after": "5" });

/**
 * What happened in a range. A workspace reads one overview at a time, and an instance a few, so that they release the database to agents and
 * events; the others wait, and find what the first one read.
 * @throws invalid_request for an impossible range, unavailable
 */
export async function read(workspaceId: string, range: Range): Promise<Overview> {
  checkRange(range);
  const key = [workspaceId, range.from.toISOString(), range.to.toISOString(), range.zone].join(" ");
  const known = freshOf(key);
  if (known) return known;
  const limit = { until: performance.now() + waitMs, expired: busy };
  const release = await workspaces.acquire(workspaceId, "change", limit);
  try {
    return freshOf(key) ?? store(key, await readInTurn(workspaceId, range, limit));
  } finally {
    release();
  }
}

async function readInTurn(workspaceId: string, range: Range, limit: { until: number; expired: () => Error }): Promise<Overview> {
  const release = await readers.take(workspaceId, { waitMs: limit.until - performance.now(), late: limit.expired });
  return readOverview(workspaceId, range).finally(release);
}

function checkRange({ from, to }: Range): void {
  const ms = to.getTime() - from.getTime();
  if (ms <= 0) throw new AppError("invalid_request", "to must be later than from.");
  if (ms > maxRangeMs) throw new AppError("invalid_request", "to must be at most 31 days after from.");
}

function freshOf(key: string): Overview | undefined {
  const found = state().cached.get(key);
  return found && found.until > performance.now() ? found.overview : undefined;
}

function store(key: string, overview: Overview): Overview {
  const { cached } = state();
  const now = performance.now();
  for (const [name, { until }] of cached) if (until <= now) cached.delete(name);
  // The oldest is first.
  for (const name of cached.keys()) if (cached.size >= maxCached) cached.delete(name);
  cached.set(key, { overview, until: now + freshMs });
  return overview;
}

type Exported = Range & { chart: ChartName };

/** The numbers of one chart, as a file. @throws invalid_request, unavailable */
export async function file(t: Translator<"overview">, { id, slug }: { id: string; slug: string }, { chart, ...range }: Exported) {
  const lines = linesOf(t, { chart, zone: range.zone, overview: await read(id, range) });
  return { name: fileName(slug, chart, range), type: csvType, parts: only(lines) };
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}
