import { setTimeout as pause } from "node:timers/promises";
import { type AttackResult, sumOf } from "./attack";
import { remove, untilIdle } from "./clean";
import type { Row } from "./row";
import { sendAtRate } from "./schedule";
import { newTarget } from "./target";
import { type Measured, type Sample, summaryOf } from "./verdict";
import type { World } from "./world";

export type Options = { rounds: number; seconds: number };

/** How long the aggressor attacks before it counts. */
const leadSeconds = 1;
/** How much longer than the load an effect may take. */
const graceSeconds = 10;

/** The neighbours' load, for as many seconds. */
async function load(
  { neighbours }: World,
  probing: ReturnType<Row["probe"]["begin"]>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
) {
  const schedule = { perSecond: perSecond * neighbours.length, seconds };
  const timer = setTimeout(() => probing.giveUp(), (seconds + graceSeconds) * 1_000);
  const samples = await sendAtRate(schedule, (nth) => {
    const neighbour = neighbours[nth % neighbours.length];
    if (!neighbour) throw new Error("There is no neighbour.");
    return probing.take(neighbour, Math.floor(nth / neighbours.length));
  });
  clearTimeout(timer);
  return samples;
}

async function neighboursOf(world: World, { probe }: Row, seconds: number): Promise<Sample[]> {
  const probing = probe.begin(world);
  try {
    return await load(world, probing, { perSecond: probe.perSecond, seconds });
  } finally {
    await probing.end();
  }
}

type Attacked = { rate: number | undefined; others: AttackResult["others"]; samples: Sample[] };

/** One attack in a workspace of its own, with or without the neighbours' load. */
async function attack(world: World, row: Row, { seconds, isBeside }: { seconds: number; isBeside: boolean }): Promise<Attacked> {
  const target = await newTarget(world);
  const ending = new AbortController();
  try {
    const { patterns, begin, meanwhile, progress } = await row.prepare(world, target);
    await world.query("analyze");
    await untilIdle(world);
    const { result } = await world.aggressor.begin({ urls: world.urls, seconds: seconds + leadSeconds, patterns });
    const during = meanwhile?.(ending.signal);
    await begin?.();
    await pause(leadSeconds * 1_000);
    const [before, begun] = [await progress?.(), performance.now()];
    const loading = isBeside ? neighboursOf(world, row, seconds) : Promise.resolve([]);
    await pause(seconds * 1_000);
    const [after, took] = [await progress?.(), (performance.now() - begun) / 1_000];
    ending.abort();
    const [samples, done] = await Promise.all([loading, result, during]);
    const hasWork = patterns.some(({ isWork }) => isWork);
    const rate = before !== undefined && after !== undefined ? (after - before) / took : hasWork ? done.done / done.seconds : undefined;
    return { rate, others: done.others, samples };
  } finally {
    ending.abort();
    await remove(world, [target.id]);
  }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function rateOf(byItself: Attacked[], beside: Attacked[]): Measured["rate"] {
  const known = (all: Attacked[]) => all.flatMap(({ rate }) => (rate === undefined ? [] : [rate]));
  return known(byItself).length === 0 ? undefined : { byItself: mean(known(byItself)), beside: mean(known(beside)) };
}

/** Calm, the aggressor alone, and both: in turn, in each round. */
export async function measure(
  world: World,
  row: Row,
  { rounds, seconds }: Options,
): Promise<Measured & { others: Record<string, number> }> {
  const [calm, byItself, beside]: [Sample[], Attacked[], Attacked[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    await untilIdle(world);
    calm.push(...(await neighboursOf(world, row, seconds)));
    byItself.push(await attack(world, row, { seconds, isBeside: false }));
    beside.push(await attack(world, row, { seconds, isBeside: true }));
  }
  return {
    calm: summaryOf(calm),
    beside: summaryOf(beside.flatMap(({ samples }) => samples)),
    rate: rateOf(byItself, beside),
    others: sumOf(beside.map(({ others }) => others)),
  };
}
