import type { z } from "zod";
import { type Channel, channelNames } from "@/lib/chats/shared/channels";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { isEmbedded } from "@/lib/platform/db/batch";
import { currentTime } from "@/lib/platform/db/clock";
import { isTooSlow } from "@/lib/platform/db/errors";
import * as replica from "@/lib/platform/db/replica";
import { rows, run } from "@/lib/platform/db/rows";
import type { Statement } from "@/lib/platform/db/statement";
import { callsPerMinute } from "@/lib/workspace/usage";
import type { Overview, Range } from "./contract";
import { type Age, ageSeconds, ages } from "./shared/ages";
import { bucketsOf, unitOf } from "./shared/buckets";
import { sum } from "./shared/table";
import {
  type ActionRow,
  type AgentRow,
  actionsStatement,
  agentsStatement,
  openProblemsStatement,
  type ProblemRow,
  problemsStatement,
  type UsageRow,
  usageStatement,
  type WaitRow,
  waitingStatement,
  waitsStatement,
} from "./sql";

/** How much a chart reads at most. Where there is more, it says from when on it counts. */
const bounds = { rows: 100_000, open: 10_000, chats: 2_000, names: 5, actions: 30, agents: 50 } as const;
const statementTimeoutMs = 3_000;

/**
 * Each statement is a short transaction of its own, on one connection after the other: nothing waits for all of them, and no snapshot is
 * old for long. The embedded database has one session and no timeouts, so it is bounded by the number of rows alone.
 */
async function read<S extends z.ZodType>(statement: Statement<S>, ...values: unknown[]): Promise<z.output<S>[]> {
  if (isEmbedded()) return rows(db(), statement)(...values);
  const reading = replica.readInTransaction(async (tx) => {
    await run(tx, { scope: "everywhere" })`
      select set_config('statement_timeout', ${String(statementTimeoutMs)}, true), set_config('max_parallel_workers_per_gather', '0', true)`;
    return rows(tx, statement)(...values);
  });
  return reading.catch((error: unknown) => {
    if (!isTooSlow(error)) throw error;
    throw new AppError("unavailable", "This overview took too long to read. Choose a shorter time, or try again later.", {
      "retry-after": "10",
    });
  });
}

/** Reads everything anew, one chart after the other. */
export async function readOverview(workspaceId: string, range: Range): Promise<Overview> {
  const at = currentTime();
  const buckets = bucketsOf(range);
  const starts = buckets.map((start) => start.toISOString());
  const within = [workspaceId, range.from, range.to] as const;
  return {
    ...{ at, unit: unitOf(range), buckets },
    problems: problemsOf(await read(problemsStatement, ...within, starts, bounds.rows, bounds.names), buckets.length),
    openProblems: await openProblems(workspaceId, at),
    answers: {
      ...waitsOf(await read(waitsStatement, ...within, starts, bounds.rows), buckets.length),
      waiting: (await read(waitingStatement, workspaceId, at, bounds.chats))[0] ?? {
        ...{ count: 0, since: null, chatId: null, isMore: false },
      },
    },
    chats: chatsOf(await read(agentsStatement, ...within, bounds.rows)),
    actions: actionsOf(await read(actionsStatement, ...within, bounds.rows, bounds.actions)),
    usage: usageOf(await read(usageStatement, ...within, starts), buckets.length),
  };
}

const perBucket = <T>(count: number, make: (bucket: number) => T): T[] => Array.from({ length: count }, (_, bucket) => make(bucket));

function problemsOf(found: z.output<typeof ProblemRow>[], count: number): Overview["problems"] {
  const ranks = [...new Set(found.map(({ rank }) => rank))].sort((a, b) => a - b);
  const series = ranks.map((rank) => {
    const own = found.filter((row) => row.rank === rank);
    const counts = new Map(own.map((row) => [row.bucket, row.count]));
    return { name: own[0]?.name ?? null, counts: perBucket(count, (bucket) => counts.get(bucket) ?? 0) };
  });
  return { since: found[0]?.since ?? null, total: found.reduce((sum, row) => sum + row.count, 0), series };
}

async function openProblems(workspaceId: string, now: Date): Promise<Overview["openProblems"]> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
  // A problem of this second may be newer than our clock.
  const until = ages.map((age) => (ageSeconds[age] === 0 ? "infinity" : before(ageSeconds[age])));
  const after = [...until.slice(1), "-infinity"];
  const found = await read(openProblemsStatement, workspaceId, ages, after, until, bounds.open + 1);
  const counts = new Map<Age, number>(found.map(({ age, count }) => [age, count]));
  return ages.map((age) => {
    const count = counts.get(age) ?? 0;
    return { age, count: Math.min(count, bounds.open), isMore: count > bounds.open };
  });
}

const noWaits = { count: 0, median: null, p90: null };

function waitsOf(found: z.output<typeof WaitRow>[], count: number): Omit<Overview["answers"], "waiting"> {
  const waits = new Map(found.map(({ bucket, since: _, ...rest }) => [bucket, rest]));
  return {
    since: found[0]?.since ?? null,
    all: waits.get(null) ?? noWaits,
    buckets: perBucket(count, (bucket) => waits.get(bucket) ?? noWaits),
  };
}

function chatsOf(found: z.output<typeof AgentRow>[]): Overview["chats"] {
  const agents = new Map<string | null, Overview["chats"]["agents"][number]>();
  for (const { accountId, name, channel, count } of found) {
    const own = agents.get(accountId) ?? {
      agent: accountId === null ? null : { id: accountId, name },
      counts: Object.fromEntries(channelNames.map((name) => [name, 0])) as Record<Channel, number>,
    };
    own.counts[channel] += count;
    agents.set(accountId, own);
  }
  const totalOf = ({ counts }: Overview["chats"]["agents"][number]) => sum(Object.values(counts));
  const sorted = [...agents.values()].sort((a, b) => totalOf(b) - totalOf(a) || nameOf(a).localeCompare(nameOf(b), "en"));
  return { since: found[0]?.since ?? null, agents: sorted.slice(0, bounds.agents) };
}

const nameOf = ({ agent }: Overview["chats"]["agents"][number]): string => agent?.name ?? "";

const actionsOf = (found: z.output<typeof ActionRow>[]): Overview["actions"] => ({
  since: found[0]?.since ?? null,
  items: found.map(({ since: _, ...item }) => item),
});

const noCalls = { events: 0, calls: 0, refused: 0, busiest: 0, busiestRefused: 0 };

function usageOf(found: z.output<typeof UsageRow>[], count: number): Overview["usage"] {
  const used = new Map(found.map(({ bucket, ...rest }) => [bucket, rest]));
  return { limit: callsPerMinute, buckets: perBucket(count, (bucket) => used.get(bucket) ?? noCalls) };
}
