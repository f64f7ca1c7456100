import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { rawClient } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { type PositionRow, positionStatement, type ReplayedRow } from "./sql";

export type Position = z.output<typeof PositionRow>;
type Replayed = z.output<typeof ReplayedRow>;

/** How long a reader waits for a replica: no longer than anybody would notice. */
const waitMs = 100;
const firstPauseMs = 2;

/** What the database has written until now. */
export async function currentPosition(): Promise<Position> {
  const [position] = await rows(rawClient, positionStatement)();
  if (!position) throw new Error("The database has no position.");
  return position;
}

/** Waits until a standby that is fit for it has replayed everything up to a position, and returns what was seen last. */
export async function untilReached(ask: () => Promise<Replayed | undefined>): Promise<Replayed> {
  const until = performance.now() + waitMs;
  for (let ms = firstPauseMs; ; ms *= 2) {
    const seen = await ask();
    if (!seen) throw new Error("The replica has no position.");
    const left = until - performance.now();
    if (seen.isReached || !isFit(seen) || left <= 0) return seen;
    await pause(Math.min(ms, left));
  }
}

export const isFit = ({ isStandby, isSame }: Replayed): boolean => isStandby && isSame;
export const valuesOf = ({ lsn, timeline, system, name }: Position): string[] => [lsn, timeline, system, name];
