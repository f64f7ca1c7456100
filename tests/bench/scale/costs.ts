import { readFileSync } from "node:fs";
import { z } from "zod";

/** The command that measured it, or the place that says what it was taken from. */
const by = z.string();
const amount = z.number().nonnegative();

/** What a call takes: milliseconds of a processor, and bytes of PostgreSQL's log and of the reply. */
const Cost = z.strictObject({ instanceMs: amount, databaseMs: amount, redisMs: amount, logBytes: amount, replyBytes: amount });
export type Cost = z.output<typeof Cost>;

/** Calls that share statements: one at a time, and with `perStatement` of them in each. `statementMs` is how long one takes. */
const Shared = z.strictObject({ by, one: Cost, many: Cost, perStatement: z.number().gt(1), statementMs: amount });
export type Shared = z.output<typeof Shared>;

const call = Cost.extend({ by });

/** Everything that the model takes from measurements. */
export const Costs = z.strictObject({
  machine: z.string(),
  shared: z.strictObject({ event: Shared, get: Shared, put: Shared }),
  calls: z.strictObject({
    /** The first page of the list, and the rows of chats that changed. */
    chatList: call,
    chatRows: call,
    newItems: call,
    panel: call,
    contactList: call,
    search: call,
    customerMessage: call,
    agentMessage: call,
  }),
  /** A second of one open stream: its ticks and pings. */
  stream: z.strictObject({ by, instanceMs: amount, databaseMs: amount, memoryBytes: amount }),
  /** One notification in one stream. */
  frame: z.strictObject({ by, instanceMs: amount, bytes: amount }),
  /** One notification of one instance: read by another one, and passed on to each by Redis. */
  bus: z.strictObject({ by, receiveMs: amount, redisMs: amount }),
  /** A second of an instance that has nothing to do, and of its part of the others; of Redis whatever there are. */
  idle: z.strictObject({ by, instanceMs: amount, databaseMs: amount, redisMs: amount }),
  memory: z.strictObject({ by, instanceBytes: amount }),
  /** Bytes of a row with its indexes, and with the rows that triggers and the search add to it. */
  rows: z.strictObject({ by, event: amount, contact: amount, chat: amount, item: amount, requestLine: amount, minute: amount }),
  /** Processor time of all nodes against that of one PostgreSQL, and how much of it is the coordinator's. */
  citus: z.strictObject({ by, factor: z.number().gte(1), coordinatorShare: z.number().min(0).max(1) }),
});
export type Costs = z.output<typeof Costs>;
export type SharedCall = keyof Costs["shared"];
export type SingleCall = keyof Costs["calls"];

export const costsFile = "tests/bench/scale/costs.json";

const read = (): unknown => JSON.parse(readFileSync(costsFile, "utf8"));

export const readCosts = (): Costs => Costs.parse(read());

/** The only part that is not measured on one PostgreSQL; also of a file from before another kind of call was added. */
export const citusCosts = (): Costs["citus"] => z.object({ citus: Costs.shape.citus }).parse(read()).citus;

const components = ["instanceMs", "databaseMs", "redisMs", "logBytes", "replyBytes"] as const;

/** The cost of a call when `size` of them share a statement: a part for the statement, divided among them, and a part for each. */
export function costIn(size: number, { one, many, perStatement }: Shared): Cost {
  const costs = components.map((name) => {
    const ofStatement = Math.max(0, (one[name] - many[name]) / (1 - 1 / perStatement));
    return [name, Math.max(0, one[name] - ofStatement) + ofStatement / size] as const;
  });
  return Object.fromEntries(costs) as Cost;
}

/** As `EVENTS_PER_BATCH` and `perBatch` in lib/platform/db/batch.ts say. */
const maxPerStatement = 64;
const statementsAtOnce = 2;

/** How many calls share a statement where so many arrive each second: those that arrive while the statements before are under way. */
export const sizeAt = (perSecond: number, { statementMs }: Pick<Shared, "statementMs">): number =>
  Math.min(maxPerStatement, Math.max(1, (perSecond * statementMs) / 1_000 / statementsAtOnce));

export const sumOf = (costs: readonly { rate: number; cost: Cost }[]): Cost =>
  Object.fromEntries(components.map((name) => [name, costs.reduce((sum, { rate, cost }) => sum + rate * cost[name], 0)])) as Cost;
