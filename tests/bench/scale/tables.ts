import { linkingTimeouts } from "@/lib/platform/db/timeouts";
import { callsPerMinute } from "@/lib/workspace/usage";
import { costTable, shareTable } from "./cost-tables";
import type { Costs } from "./costs";
import { callsOf, load, type Measures, times, today } from "./load";
import { connectionsEach, machine, type Prices, prices } from "./machine";
import { firstOf, limitOf, moneyOf, type PartName, type Plan, partNames, planFor, type World } from "./model";
import { useOf } from "./use";

const sizes = [1_000, 10_000, 100_000] as const;

const gigabyte = 1e9;

/** Two digits that count, and no more than a reader compares. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const rounded = value >= 100 ? Number(value.toPrecision(3)) : Number(value.toPrecision(2));
  return rounded.toLocaleString("en", { maximumFractionDigits: 2 });
}

export const percent = (value: number): string => `${shown(100 * value)} %`;
const whole = (value: number): string => value.toLocaleString("en");

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

const firstOfPlan = ({ asOne }: Plan): string => partNames[firstOf(asOne.parts)];

function sizeTable(world: World, prices: Prices, measures: Measures): string {
  const plans = sizes.map((size) => planFor(size, world, measures));
  const row = (name: string, of: (plan: Plan) => string) => [name, ...plans.map(of)];
  const part = (name: PartName) => row(`— ${partNames[name]}`, ({ asOne }) => percent(asOne.parts[name]));
  const money = (plan: Plan) => moneyOf(plan, world, prices);
  const perSecond = ({ rates }: Plan) => rates.shared.event + rates.shared.get + rates.shared.put;
  return table(
    ["workspaces", ...sizes.map(whole)],
    [
      row("calls of the API a second, at peak", (plan) => shown(perSecond(plan))),
      row("calls of screens a second, at peak", (plan) => shown(callsOf(plan.rates) - perSecond(plan))),
      row("open streams", ({ rates }) => shown(rates.streams)),
      row("**installations**", ({ installations }) => whole(installations)),
      row("**instances**, one core each", ({ total }) => whole(total.instances)),
      row("**PostgreSQL nodes**, without standbys", ({ total, each }) => `${whole(total.nodes)}${each.nodes > 1 ? " (Citus)" : ""}`),
      row("connections", ({ total }) => whole(total.connections)),
      row("Redis commands a second", ({ each, installations }) => shown(each.use.redisCommands * installations)),
      row("disk of the database, GB", ({ total }) => shown(total.disk / gigabyte)),
      row("log of the database, MB a second", ({ each, installations }) => shown((each.use.logBytes * installations) / 1e6)),
      row("sent, Mbit a second at peak", ({ each, installations }) => shown((each.use.sentBytes * installations * 8) / 1e6)),
      row("money a month", (plan) => shown(money(plan).total)),
      row("— for a workspace", (plan) => shown(money(plan).total / plan.workspaces)),
      row("In one installation with one PostgreSQL, used of what is allowed:", () => ""),
      ...(Object.keys(partNames) as PartName[]).map(part),
      row("**gives out first**", firstOfPlan),
    ],
  );
}

/** For how many workspaces each part is enough. */
function limitTable(world: World, measures: Measures): string {
  const rows = (Object.keys(partNames) as PartName[]).map((name) => ({ name, limit: limitOf(name, world, measures) }));
  const sorted = rows.toSorted((a, b) => a.limit - b.limit);
  return table(
    ["part of one installation with one PostgreSQL", "enough for workspaces"],
    sorted.map(({ name, limit }) => [partNames[name], shown(limit)]),
  );
}

const alternatives: readonly { name: string; change: Partial<Measures> }[] = [
  { name: "as it is", change: {} },
  { name: "a statement for each event, read and write", change: { batching: false } },
  { name: "notifications without items", change: { itemsInNotifications: false } },
  { name: "no replica", change: { replica: false } },
  { name: "no Citus", change: { citus: false } },
  { name: "a screen reads its list every 2 seconds, whoever changed", change: { othersEverySeconds: 2 } },
  { name: "not done: screens refetch every minute, not every 15 seconds", change: { tickSeconds: 60 } },
];

/** What each measure changes; the last line is one that was not taken. */
function measureTable(world: World, prices: Prices, measures: Measures): string {
  const rows = alternatives.map(({ name, change }) => {
    const plans = sizes.map((size) => planFor(size, world, { ...measures, ...change }));
    const cells = plans.map((plan) => {
      const { instances, nodes } = plan.total;
      return `${plan.installations} / ${whole(instances)} / ${whole(nodes)} / ${shown(moneyOf(plan, world, prices).total)}`;
    });
    return [name, ...cells, firstOfPlan(plans.at(-1) as Plan)];
  });
  return table(["installations / instances / nodes / money", ...sizes.map(whole), `first at ${whole(sizes.at(-1) ?? 0)}`], rows);
}

/** How many times the events of the busiest time the planned processors take, when only events become more. */
export function surge(plan: Plan, { costs, machine }: World, measures: Measures): number {
  const { each, installations } = plan;
  const rates = times(plan.rates, 1 / installations);
  const nodes = Math.max(1, each.nodes - 1);
  const isWithin = (factor: number) => {
    const more = rates.notifications + rates.shared.event * (factor - 1);
    const heard = { notifications: more, frames: (rates.frames * more) / rates.notifications };
    const shared = { ...rates.shared, event: rates.shared.event * factor };
    const use = useOf({ ...rates, ...heard, shared }, costs, each.instances, { ...measures, isFull: true });
    return use.instanceMs <= 1_000 && use.databaseMs <= nodes * machine.database.cores * 1_000 && use.redisMs <= 1_000;
  };
  let [within, above] = [0, 1_000];
  while (above - within > 0.1) {
    const middle = (within + above) / 2;
    if (isWithin(middle)) within = middle;
    else above = middle;
  }
  return within;
}

/** What a surge of events meets: the instances are as many as for the load itself, and all of every processor counts. */
function surgeTable(world: World, measures: Measures): string {
  const plans = sizes.map((size) => planFor(size, world, measures));
  const row = (name: string, change: Partial<Measures>) => [
    name,
    ...plans.map((plan) => {
      const factor = surge(plan, world, { ...measures, ...change });
      return `${shown(factor)} times, ${shown(factor * plan.rates.shared.event)} a second`;
    }),
  ];
  const rows = [row("events share statements", {}), row("a statement for each", { batching: false })];
  return table(["events until a processor is full", ...sizes.map(whole)], rows);
}

/** Connections that the callers of one workspace hold who wait for its linking lock, while one of them has it for so long. */
export const heldConnections = (callsPerSecond: number, heldSeconds: number, limit: number): number =>
  Math.min(limit, Math.ceil(callsPerSecond * heldSeconds));

function lockTable({ perMinute, each }: { perMinute: number; each: number }): string {
  const rows = [0.1, 1, 2, 7].map((seconds) => {
    const waiting = (limit: number) => String(heldConnections(perMinute / 60, seconds, limit));
    return [String(seconds), waiting(connectionsEach - 1), waiting(each)];
  });
  return table(["the lock is held, seconds", "every caller waits in the database", "callers wait in the process"], rows);
}

/** All tables of docs/scale.md. */
export function titledTables(costs: Costs): { title: string; text: string }[] {
  const world = { load, costs, machine };
  return [
    { title: "By size", text: sizeTable(world, prices, today) },
    { title: "How far each part goes", text: limitTable(world, today) },
    { title: "With and without", text: measureTable(world, prices, today) },
    { title: "When only events become more", text: surgeTable(world, today) },
    {
      title: "Connections that one workspace holds, of an instance’s ten",
      text: lockTable({ perMinute: callsPerMinute, each: linkingTimeouts.connectionsEach }),
    },
    { title: "Where the time goes", text: shareTable(world, today) },
    { title: "What a call costs", text: costTable(costs) },
  ];
}

/** A document in which each comment `npm run scale: title` is followed by that table. @throws when one is missing */
export function withTables(document: string, tables: readonly { title: string; text: string }[]): string {
  return tables.reduce((all, { title, text }) => {
    const begin = `<!-- npm run scale: ${title} -->\n\n`;
    const [before, after, ...others] = all.split(begin);
    if (before === undefined || after === undefined || others.length > 0)
      throw new Error(`The document needs the comment “${title}” once.`);
    return `${before}${begin}${text}\n\n${after.replace(/^(\|.*\n)*\n*/, "")}`;
  }, document);
}
