import type { Costs } from "./costs";
import { type Measures, ratesOf } from "./load";
import { machine } from "./machine";
import { planFor, type World } from "./model";
import { percent, shown, table } from "./tables";
import { partsOf } from "./use";

const costTitles = {
  event: "POST /events",
  get: "GET a contact",
  put: "PUT a contact",
  chatList: "the list of chats",
  chatRows: "a changed chat of the list",
  newItems: "new items of a chat",
  panel: "the panel of a chat",
  contactList: "the list of contacts",
  search: "a search",
  customerMessage: "a customer’s message",
  agentMessage: "an agent’s message",
} as const;

/** Which calls the processors work for, at 10,000 workspaces. */
export function shareTable({ load, costs }: World, measures: Measures): string {
  const workspaces = 10_000;
  const { each, installations } = planFor(workspaces, { load, costs, machine }, measures);
  const rates = ratesOf(workspaces / installations, load, measures);
  const parts = partsOf(rates, costs, each.instances, measures);
  const total = { instances: each.use.instanceMs * each.instances, database: each.use.databaseMs + each.use.replicaMs };
  const rows = parts.map(({ name, rate, cost }) => ({
    title: costTitles[name],
    perSecond: rate * installations,
    instances: (rate * cost.instanceMs) / total.instances,
    database: (rate * cost.databaseMs) / total.database,
  }));
  const others = (of: (row: (typeof rows)[number]) => number) => 1 - rows.reduce((sum, row) => sum + of(row), 0);
  const last = {
    title: "streams, notifications and what runs by itself",
    instances: others((row) => row.instances),
    database: others((row) => row.database),
  };
  const line = ({ title, instances, database }: typeof last, perSecond = "") => [title, perSecond, percent(instances), percent(database)];
  const sorted = rows.toSorted((a, b) => b.instances - a.instances);
  return table(
    ["at 10,000 workspaces", "a second", "of the instances’ processors", "of PostgreSQL’s"],
    [...sorted.map((row) => line(row, shown(row.perSecond))), line(last)],
  );
}

export function costTable({ shared, calls }: Costs): string {
  const rows = Object.entries(shared).flatMap(([name, { one, many, perStatement }]) => [
    { title: costTitles[name as keyof typeof shared], cost: one },
    { title: `— ${shown(perStatement)} in a statement`, cost: many },
  ]);
  const single = Object.entries(calls).map(([name, cost]) => ({ title: costTitles[name as keyof typeof calls], cost }));
  return table(
    ["", "instance, ms", "PostgreSQL, ms", "log, bytes", "reply, bytes"],
    [...rows, ...single].map(({ title, cost }) => [
      title,
      shown(cost.instanceMs),
      shown(cost.databaseMs),
      shown(cost.logBytes),
      shown(cost.replyBytes),
    ]),
  );
}
