import { quantiles } from "../latency";

/** What a neighbour got: how long it waited, and why it did not get what it asked for. */
export type Sample = { ms: number; failure?: string };
export type Summary = { p50Ms: number; p99Ms: number; count: number; failed: number; failures: string[] };

/** What an aggressor may do to its neighbours, and what they may do to it. */
export const bounds = { timesCalm: 2, p99Ms: 500, minShare: 0.8 } as const;

export function summaryOf(samples: readonly Sample[]): Summary {
  const failures = samples.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  const times = quantiles(samples.map(({ ms }) => ms));
  return { ...times, count: samples.length, failed: failures.length, failures: [...new Set(failures)].sort() };
}

/** A rate is what the aggressor gets done in a second; undefined for one that has no work of its own. */
export type Measured = { calm: Summary; beside: Summary; rate: { byItself: number; beside: number } | undefined };

export const ratioOf = ({ calm, beside }: Pick<Measured, "calm" | "beside">): number => beside.p99Ms / calm.p99Ms;

/** The bounds that do not hold, each in a few words; none when the neighbours notice nothing and the aggressor works on. */
export function brokenBounds({ calm, beside, rate }: Measured): string[] {
  return [
    ...(ratioOf({ calm, beside }) > bounds.timesCalm ? [`p99 over ${bounds.timesCalm} × calm`] : []),
    ...(beside.p99Ms > bounds.p99Ms ? [`p99 over ${bounds.p99Ms} ms`] : []),
    ...(beside.failed > 0 ? [`neighbours: ${beside.failures.join(", ")}`] : []),
    ...(calm.failed > 0 ? [`not calm before: ${calm.failures.join(", ")}`] : []),
    ...(rate === undefined ? [] : brokenRate(rate)),
  ];
}

function brokenRate({ byItself, beside }: { byItself: number; beside: number }): string[] {
  if (byItself === 0) return ["the aggressor gets nothing done"];
  return beside < bounds.minShare * byItself ? [`the aggressor keeps ${Math.round((beside / byItself) * 100)} %`] : [];
}
