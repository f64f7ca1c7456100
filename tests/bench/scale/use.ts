import { type Cost, type Costs, costIn, type Shared, type SharedCall, type SingleCall, sizeAt, sumOf } from "./costs";
import type { Measures, Rates } from "./load";

/** What the parts do in a second of one installation: milliseconds of processors, and bytes. */
export type Use = {
  /** Use of each instance. */
  instanceMs: number;
  /** Part of that for reading what the other instances notify it of. */
  busMs: number;
  streamsEach: number;
  databaseMs: number;
  replicaMs: number;
  redisMs: number;
  redisCommands: number;
  logBytes: number;
  sentBytes: number;
};

type Options = Pick<Measures, "batching" | "replica"> & {
  /** The processors are full: calls wait for them, so that many share a statement. */
  isFull?: boolean;
};

/** Reads that a standby answers (decision 65). */
const onReplica: ReadonlySet<string> = new Set<SingleCall>(["contactList", "search"]);

function costOfShared(shared: Shared, perInstance: number, { batching, isFull = false }: Options): Cost {
  if (!batching) return shared.one;
  return isFull ? shared.many : costIn(sizeAt(perInstance, shared), shared);
}

type Part = { name: SharedCall | SingleCall; rate: number; cost: Cost };

export function partsOf({ shared, calls }: Rates, costs: Costs, instances: number, options: Options): Part[] {
  const together = (Object.keys(shared) as SharedCall[]).map((name) => {
    const cost = costOfShared(costs.shared[name], shared[name] / instances, options);
    return { name, rate: shared[name], cost };
  });
  const single = (Object.keys(calls) as SingleCall[]).map((name) => ({ name, rate: calls[name], cost: costs.calls[name] }));
  return [...together, ...single];
}

/** Every call of the public API asks Redis once, and every notification is published to all instances. */
export function useOf(rates: Rates, costs: Costs, instances: number, options: Options): Use {
  const parts = partsOf(rates, costs, instances, options);
  const all = sumOf(parts);
  const replica = options.replica ? sumOf(parts.filter(({ name }) => onReplica.has(name))).databaseMs : 0;
  const heard = (rates.notifications * (instances - 1)) / instances;
  const busMs = heard * costs.bus.receiveMs;
  const { stream, frame, idle, bus } = costs;
  const keyCalls = rates.shared.event + rates.shared.get + rates.shared.put;
  return {
    instanceMs:
      (all.instanceMs + rates.streams * stream.instanceMs + rates.frames * frame.instanceMs) / instances + busMs + idle.instanceMs,
    busMs,
    streamsEach: rates.streams / instances,
    databaseMs: all.databaseMs - replica + rates.streams * stream.databaseMs + instances * idle.databaseMs,
    replicaMs: replica,
    redisMs: all.redisMs + rates.notifications * instances * bus.redisMs + idle.redisMs,
    redisCommands: keyCalls + rates.notifications,
    logBytes: all.logBytes,
    sentBytes: all.replyBytes + rates.frames * frame.bytes,
  };
}
