import type { Call } from "./call";

/** A call of the aggressor. `{n}` in its path and body is another number each time; an Origin is that of the instance that is called. */
export type Shot = Call & { expects: number };

/** What an aggressor does all the time. What counts as its work is what was answered as expected, or the frames that it received. */
export type Pattern = { isWork: boolean } & (
  | { kind: "steady"; perSecond: number; shots: Shot[] }
  /** Each lane sends its next call when it has the answer to the one before, and waits as long as a 429 or 503 says. `max` are to be done. */
  | { kind: "lanes"; lanes: number; shots: Shot[]; max?: number }
  | { kind: "streams"; count: number; shots: Shot[] }
  /** Bodies that arrive a byte at a time. */
  | { kind: "slow bodies"; path: string; headers: Record<string, string>; addresses: string[]; countEach: number; bytes: number }
);

/** One attack, spread over the instances. */
export type Attack = { urls: string[]; seconds: number; patterns: Pattern[] };
export type AttackResult = { done: number; seconds: number; others: Record<string, number> };

/** From the aggressor's process. */
export type Report = { kind: "ready" } | ({ kind: "done" } & AttackResult);

/** The headers as a page of this instance would send them. */
export const headersAt = (url: string, headers: Record<string, string>): Record<string, string> =>
  headers["origin"] === undefined ? headers : { ...headers, origin: url };

/** Counts by status, added up. */
export function sumOf(all: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of all) for (const [status, count] of Object.entries(one)) sum[status] = (sum[status] ?? 0) + count;
  return sum;
}
