import { createHash } from "node:crypto";
import { hasMoved, isTooSlow, isUnavailable } from "@/lib/platform/db/errors";
import { runtime } from "@/lib/platform/runtime";
import type { Distribution } from ".";
import { type Plan, planOf, type RowLock, type ShardStatement, withRows } from "./statement";
import { literalOf } from "./values";

/** Runs a statement of Citus itself, with its parameters: rows, or their number. */
type Run<Result> = (text: string, values: unknown[]) => Promise<Result>;
type Row = Record<string, unknown>;
type Listed = { workspaceId?: string; ws?: string };
/** One call of `on_shard`; `positions` says where its items were in the whole list, from 1. */
type Call = { values: unknown[]; positions?: number[] };

/** By the coordinator, and by the node that has the shard. */
const onShard = "on_shard($1::uuid, $2::jsonb, $3::boolean, $4::text, $5::text, $6::jsonb)";
const onShardHere = onShard.replace("on_shard", "on_shard_here");
const maxKnown = 100_000;

function known(): Distribution {
  const { distribution } = runtime;
  if (!distribution) throw new Error("The database is not distributed.");
  return distribution;
}

function planFor(text: string): Plan {
  const { plans, tables } = known();
  const plan = plans.get(text) ?? planOf(text, tables);
  if (plans.size < maxKnown) plans.set(text, plan);
  return plan;
}

/** Runs a statement with rows where the rows of its workspaces are. */
export async function read(text: string, values: unknown[], run: Run<Row[]>): Promise<unknown[]> {
  const plan = planFor(text);
  if (plan.by === "citus") {
    if (plan.lock) await lockRow(plan.lock, values, run);
    return run(plan.text, values);
  }
  const found: unknown[] = [];
  const failures: unknown[] = [];
  const calls = await callsOf(plan, values, run);
  for (const { values: parameters, positions } of calls) {
    const rows = await run(`select ${onShard} as row`, parameters).catch(unlessAway(plan, failures));
    for (const { row } of rows as { row: Row }[]) found.push(withPosition(row, positions));
    if (plan.by === "shard" && plan.first && rows.length > 0) {
      known().lastFirst.set(plan.statement.text, String(parameters[0]));
      break;
    }
  }
  if (failures.length === calls.length) throw failures[0];
  return found;
}

/** By itself, so that the statement after it reads what the one before had changed. */
const lockRow = ({ table, at, isShared }: RowLock, values: unknown[], run: Run<unknown>): Promise<unknown> =>
  run(`select pg_advisory_xact_lock${isShared ? "_shared" : ""}(hashtextextended($1::text, 0))::text as locked`, [
    `row of ${table} ${at === undefined ? "" : String(values[at])}`,
  ]);

/** Runs statements at the nodes themselves, which saves the work of the coordinator. */
export type Direct = {
  /** At the node of a shard; undefined when it is not reached. */
  at: (shard: string) => Run<Row[]> | undefined;
  /** Finds out anew where the shards are. */
  refresh: () => Promise<void>;
};

/** `run` at the coordinator, unless a statement concerns workspaces and their node is reached. */
export async function readDirectly(text: string, values: unknown[], run: Run<Row[]>, direct: Direct): Promise<unknown[]> {
  const plan = planFor(text);
  if (plan.by === "citus" || plan.by === "shard") return read(text, values, run);
  const found: unknown[] = [];
  for (const { values: parameters, positions } of await callsOf(plan, values, run)) {
    const [shard = ""] = await shardsOf([String(parameters[0])], run);
    const rows = await callAt(direct, shard, parameters, run);
    for (const { row } of rows as { row: Row }[]) found.push(withPosition(row, positions));
  }
  return found;
}

/** A shard that has moved is found by the coordinator. */
async function callAt(direct: Direct, shard: string, parameters: unknown[], run: Run<Row[]>): Promise<Row[]> {
  const here = direct.at(shard);
  if (!here) return run(`select ${onShard} as row`, parameters);
  try {
    return await here(`select ${onShardHere} as row`, parameters);
  } catch (error) {
    if (isUnavailable(error)) await direct.refresh().catch(() => {});
    if (!hasMoved(error)) throw error;
    known().shardOf.clear();
    await direct.refresh();
    return run(`select ${onShard} as row`, parameters);
  }
}

const withPosition = (row: Row, positions: number[] | undefined): Row =>
  positions && "i" in row ? { ...row, i: positions[Number(row["i"]) - 1] } : row;

/** The same for a statement whose result is how many rows it wrote: the call has as many. `look` runs a statement with rows. */
export async function write(text: string, values: unknown[], run: Run<number>, look: Run<Row[]>): Promise<number> {
  const plan = planFor(text);
  if (plan.by === "citus") {
    if (plan.lock) await lockRow(plan.lock, values, run);
    return run(plan.text, values);
  }
  let count = 0;
  const failures: unknown[] = [];
  const calls = await callsOf({ ...plan, statement: { ...plan.statement, text: withRows(plan.statement.text) } }, values, look);
  for (const { values: parameters } of calls) {
    const written = await run(`select from ${onShard}`, parameters).catch(unlessAway(plan, failures));
    if (typeof written === "number") count += written;
  }
  if (failures.length === calls.length) throw failures[0];
  return count;
}

/** What concerns all workspaces goes on without those whose node is away or slow; they are found again later. */
const unlessAway =
  (plan: Plan, failures: unknown[]) =>
  (error: unknown): never[] => {
    if (plan.by !== "shard" || !(isUnavailable(error) || isTooSlow(error))) throw failures[0] ?? error;
    failures.push(error);
    return [];
  };

async function callsOf(plan: Exclude<Plan, { by: "citus" }>, values: unknown[], look: Run<Row[]>): Promise<Call[]> {
  const { statement } = plan;
  if (plan.by === "workspace") return [callOf(statement, [String(values[plan.at])], values)];
  if (plan.by === "shard") return shardsInTurn(plan).map((id) => callOf(statement, [id], values));
  const [json, ...rest] = values;
  const items = JSON.parse(String(json)) as Listed[];
  const shards = await shardsOf(items.map(workspaceOf), look);
  const groups = new Map<string, number[]>();
  for (const [index, shard] of shards.entries()) groups.set(shard, [...(groups.get(shard) ?? []), index]);
  return [...groups.values()].map((indexes) => {
    const group = indexes.map((index) => items[index] ?? {});
    return { ...callOf(statement, group.map(workspaceOf), [JSON.stringify(group), ...rest]), positions: indexes.map((index) => index + 1) };
  });
}

const workspaceOf = ({ workspaceId, ws = "" }: Listed): string => workspaceId ?? ws;

/** The shard of each workspace: it stays the same wherever it moves, until it is split. */
async function shardsOf(workspaces: string[], look: Run<Row[]>): Promise<string[]> {
  const { shardOf } = known();
  const unknown = [...new Set(workspaces)].filter((id) => !shardOf.has(id));
  if (shardOf.size > maxKnown) shardOf.clear();
  for (const id of unknown) {
    const [row] = await look("select get_shard_id_for_distribution_column('contact', $1::uuid)::text as shard", [id]);
    shardOf.set(id, String(row?.["shard"]));
  }
  return workspaces.map((id) => shardOf.get(id) ?? "");
}

/**
 * From another one each time, so that none is always the last. What takes the first row goes on behind the shard that had the last one: those
 * that have rows take turns.
 */
function shardsInTurn({ first, statement }: Extract<Plan, { by: "shard" }>): string[] {
  const { representatives, lastFirst } = known();
  const last = first ? representatives.indexOf(lastFirst.get(statement.text) ?? "") : -1;
  const at = last < 0 ? Math.floor(Math.random() * representatives.length) : last + 1;
  return [...representatives.slice(at), ...representatives.slice(0, at)];
}

/** The parameters of `on_shard` (prisma/citus/functions.sql). */
function callOf({ text, writes }: ShardStatement, [workspace = "", ...others]: string[], values: unknown[]): Call {
  const different = [...new Set(others)].filter((id) => id !== workspace);
  return { values: [workspace, JSON.stringify(different), writes, nameOf(text), text, JSON.stringify(values.map(literalOf))] };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 20);
  if (names.size < maxKnown) names.set(text, name);
  return name;
}
