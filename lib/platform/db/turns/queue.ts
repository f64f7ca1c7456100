import type { Statement } from "@/lib/platform/db/statement";
import type { CountRow, NextRow } from "./sql";
/**
 * A queue in the database in which workspaces take turns, on all instances together: each turn goes to the workspace that is due longest,
 * and does about 100 ms of its work, whatever waits behind it. `queue_turn` has a row for each workspace with work.
 *
 * To add a queue: a table of its work, with an index by workspace, from which a turn takes without reading the rest; a migration with a
 * trigger that calls `queue_turn_due(workspace, name, when)` for what is written (its function in prisma/functions, unless it is
 * `queue_turn_added`, which is there for every table), and with turns for what waits already; a
 * `Queue`, which is started in lib/ops/start.ts and woken after its work was written. Whatever `serve` takes must be protected by itself
 * against being taken twice and against a killed process: by a lease, or by the transaction in which it is done. Work that is left by a
 * killed process keeps its turn.
 */
export type Queue = {
  name: string;
  /** How many turns an instance has at the same time, and how many of them a workspace: a slow one leaves places to others. */
  places: number;
  placesEach: number;
  /** How many items the first turn of a workspace has, and how many any turn may have. */
  first: number;
  max: number;
  /**
   * How many any turn has at least; one unless given. For items that are done together: what a turn costs with one of them is what it costs
   * with many, and would make each turn one item long for ever.
   */
  min?: number;
  /** `$1` workspace: a row with `dueAt`, when the next of its work is due; null when nothing is left. */
  nextStatement: Statement<typeof NextRow>;
  /** Gives a turn to workspaces that have work and no turn: in case that somebody wrote work without the triggers. */
  sweepStatement: Statement<undefined>;
  /** `$1` the limit: a row with the `count` of what waits, of all workspaces, but no more than the limit; for the metrics. */
  countStatement: Statement<typeof CountRow>;
  /**
   * How long a workspace is left alone at most whose turn could do nothing though something is due, two seconds unless given: for queues in which
   * something else of the workspace can soon be done.
   */
  maxRestMs?: number;
  /** How long an instance that stops waits for the turns under way. */
  maxStopMs: number;
  /** Does up to `max` of what is due. Returns how much it did, and whether it left something that is due. */
  serve: (workspaceId: string, turn: Turn) => Promise<Served>;
};

export type Turn = {
  max: number;
  /** By `performance.now()`: a turn that lasts longer leaves the rest to the next one. */
  until: number;
  signal: AbortSignal;
};
export type Served = { count: number; isMore: boolean };
