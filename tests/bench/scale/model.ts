import type { Costs } from "./costs";
import { bytesOf } from "./disk";
import { type Load, type Measures, type Rates, ratesOf } from "./load";
import { connectionsEach, type Machine, type Prices } from "./machine";
import { type Use, useOf } from "./use";

export type World = { load: Load; costs: Costs; machine: Machine };

const secondMs = 1_000;
const monthSeconds = 30 * 24 * 60 * 60;
const maxInstances = 100_000;

/** The fewest instances that stay within their share of a core and their memory; undefined where no number does. */
export function instancesFor(rates: Rates, { costs, machine }: World, measures: Measures): number | undefined {
  const { use, memoryBytes, min } = machine.instance;
  const isEnough = (count: number) => {
    const { instanceMs, streamsEach } = useOf(rates, costs, count, measures);
    const memory = costs.memory.instanceBytes + streamsEach * costs.stream.memoryBytes;
    return instanceMs <= use * secondMs && memory <= memoryBytes;
  };
  if (!isEnough(maxInstances)) return undefined;
  let [few, enough] = [min - 1, maxInstances];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}

export const partNames = {
  processor: "the processor of one PostgreSQL",
  disk: "the disk of one PostgreSQL",
  log: "the log of one PostgreSQL",
  connections: "the connections of one PostgreSQL",
  redis: "the processor of Redis",
  bus: "what each instance hears of the others",
} as const;
export type PartName = keyof typeof partNames;

/** How much of what it may give each part gives, with one PostgreSQL and one Redis: above 1 it gives out. */
export type Parts = Record<PartName, number>;

/** These have all instances in common, whatever number of nodes the database has. */
const common: readonly PartName[] = ["connections", "redis", "bus"];

function partsFrom(use: Use, { instances, disk }: { instances: number; disk: number }, { machine }: World): Parts {
  const { database, redis } = machine;
  return {
    processor: use.databaseMs / (database.cores * database.use * secondMs),
    disk: disk / (database.diskBytes * database.diskUse),
    log: use.logBytes / database.logBytesPerSecond,
    connections: (instances * connectionsEach) / (database.maxConnections - database.reservedConnections),
    redis: use.redisMs / (redis.use * secondMs),
    bus: use.busMs / (machine.busUse * secondMs),
  };
}

export const firstOf = (parts: Parts): PartName =>
  (Object.keys(parts) as PartName[]).reduce((first, name) => (parts[name] > parts[first] ? name : first));

type Installation = { instances: number; use: Use; parts: Parts; disk: number; nodes: number };

/** One installation for so many workspaces; undefined where no number of instances is enough. */
export function installationFor(workspaces: number, world: World, measures: Measures): Installation | undefined {
  const instances = instancesFor(ratesOf(workspaces, world.load, measures), world, measures);
  return instances === undefined ? undefined : withInstances(instances, workspaces, world, measures);
}

function withInstances(instances: number, workspaces: number, world: World, measures: Measures): Installation {
  const use = useOf(ratesOf(workspaces, world.load, measures), world.costs, instances, measures);
  const disk = bytesOf(workspaces, world.load, world.costs.rows);
  const parts = partsFrom(use, { instances, disk }, world);
  return { instances, use, parts, disk, nodes: nodesFor(parts, world, measures) };
}

/** One PostgreSQL where that is enough; else workers of Citus, whose statements cost more, and a coordinator. */
function nodesFor(parts: Parts, { costs }: World, { citus }: Measures): number {
  const { factor, coordinatorShare } = costs.citus;
  if (Math.max(parts.processor, parts.disk, parts.log) <= 1 || !citus) return 1;
  const workers = Math.ceil(Math.max(parts.processor * factor * (1 - coordinatorShare), parts.disk, parts.log));
  return workers + 1;
}

/** Whether everything that cannot be had twice within an installation is enough for it. */
function isEnough({ parts, nodes }: Installation, { costs }: World, { citus }: Measures): boolean {
  if (common.some((name) => parts[name] > 1)) return false;
  if (!citus) return Math.max(parts.processor, parts.disk, parts.log) <= 1;
  return nodes === 1 || parts.processor * costs.citus.factor * costs.citus.coordinatorShare <= 1;
}

export type Plan = {
  workspaces: number;
  rates: Rates;
  /** Installations beside each other, each with its own database, Redis and part of the workspaces. */
  installations: number;
  each: Installation;
  /** All workspaces in one installation with one PostgreSQL and as many instances, whether or not that is enough. */
  asOne: Installation;
  total: { instances: number; nodes: number; connections: number; disk: number };
};

export function planFor(workspaces: number, world: World, measures: Measures): Plan {
  for (let installations = 1; installations <= workspaces; installations += 1) {
    const each = installationFor(workspaces / installations, world, measures);
    if (!each || !isEnough(each, world, measures)) continue;
    return {
      workspaces,
      rates: ratesOf(workspaces, world.load, measures),
      installations,
      each,
      asOne: withInstances(installations * each.instances, workspaces, world, measures),
      total: {
        instances: installations * each.instances,
        nodes: installations * each.nodes,
        connections: installations * each.instances * connectionsEach,
        disk: installations * each.disk,
      },
    };
  }
  throw new Error("One workspace is too large for these machines.");
}

/** For how many workspaces a part of one installation is enough, with one PostgreSQL. */
export function limitOf(name: PartName, world: World, measures: Measures): number {
  const isWithin = (workspaces: number) => {
    const installation = installationFor(workspaces, world, measures);
    return installation !== undefined && installation.parts[name] <= 1;
  };
  let [within, above] = [0, 1_000_000];
  while (above - within > 1) {
    const middle = Math.floor((within + above) / 2);
    if (isWithin(middle)) within = middle;
    else above = middle;
  }
  return within;
}

type Money = { instances: number; database: number; disk: number; redis: number; network: number; total: number };

export function moneyOf({ workspaces, installations, total, each }: Plan, { load, machine }: World, prices: Prices): Money {
  const disk = (total.disk / 1e9) * machine.copies * prices.diskGigabyte;
  const averageBytes = (each.use.sentBytes * installations) / load.peakFactor;
  const parts = {
    instances: total.instances * prices.instance,
    database: total.nodes * machine.copies * machine.database.cores * prices.databaseCore,
    disk,
    redis: installations * prices.redis,
    network: ((averageBytes * monthSeconds) / 1e9) * prices.networkGigabyte,
  };
  const sum = Object.values(parts).reduce((all, part) => all + part, 0);
  if (!(sum >= 0)) throw new Error(`The costs of ${workspaces} workspaces are no number.`);
  return { ...parts, total: sum };
}
