import { createHash } from "node:crypto";
import { hasMoved, isTooSlow, isUnavailable } from "@/lib/platform/db/errors";
import type { Statement } from "@/lib/platform/db/statement";
import { runtime } from "@/lib/platform/runtime";
import { marked, withRows } from "./marks";
import { literalOf } from "./values";

/** A statement with its values; `workspace` is whose rows it concerns, if it concerns those of one. */
export type Call = { statement: Statement; values: unknown[]; workspace: string };
/** Runs a statement of Citus itself, with its parameters: rows, or their number. */
type Run<Result> = (text: string, values: unknown[]) => Promise<Result>;
type Row = Record<string, unknown>;
type Listed = { workspaceId?: string; ws?: string };
/** The parameters of one call of `on_shard`; `positions` says where its items were in the whole list, from 1. */
type ShardCall = { values: unknown[]; positions?: number[] };

/** By the coordinator, and by the node that has the shard. */
const onShard = "on_shard($1::uuid, $2::jsonb, $3::boolean, $4::text, $5::text, $6::jsonb)";
const onShardHere = onShard.replace("on_shard", "on_shard_here");
const maxKnown = 100_000;

function known() {
  const { distribution } = runtime;
  if (!distribution) throw new Error("The database is not distributed.");
  return distribution;
}

/** Runs statements at the nodes themselves, which saves the work of the coordinator. */
export type Direct = {
  /** At the node of a shard; undefined when it is not reached. */
  at: (shard: string) => Run<Row[]> | undefined;
  /** Finds out anew where the shards are. */
  refresh: () => Promise<void>;
};

/**
 * Runs a statement with rows where the rows of its workspaces are: at the nodes themselves, if it concerns single workspaces and their node is
 * reached, and otherwise by the coordinator.
 */
export async function read(call: Call, run: Run<Row[]>, nodes?: Direct): Promise<Row[]> {
  const { text, scope } = call.statement;
  if (scope === "everywhere") return run(text, call.values);
  const found: Row[] = [];
  const failures: unknown[] = [];
  const calls = await callsOf(call, text, run);
  for (const { values: parameters, positions } of calls) {
    const rows = await callAt(isOfAll(call) ? undefined : nodes, parameters, run).catch(unlessAway(call, failures));
    for (const { row } of rows as { row: Row }[]) found.push(withPosition(row, positions));
    if (scope === "first" && rows.length > 0) {
      known().lastFirst.set(text, String(parameters[0]));
      break;
    }
  }
  if (failures.length > 0 && failures.length === calls.length) throw failures[0];
  return found;
}

const isOfAll = ({ statement: { scope } }: Call): boolean => scope === "all" || scope === "first";

/** A shard that has moved is found by the coordinator. */
async function callAt(nodes: Direct | undefined, parameters: unknown[], run: Run<Row[]>): Promise<Row[]> {
  const [shard = ""] = nodes ? await shardsOf([String(parameters[0])], run) : [];
  const here = nodes?.at(shard);
  if (!nodes || !here) return run(`select ${onShard} as row`, parameters);
  try {
    return await here(`select ${onShardHere} as row`, parameters);
  } catch (error) {
    if (isUnavailable(error)) await nodes.refresh().catch(() => {});
    if (!hasMoved(error)) throw error;
    known().shardOf.clear();
    await nodes.refresh();
    return run(`select ${onShard} as row`, parameters);
  }
}

const withPosition = (row: Row, positions: number[] | undefined): Row =>
  positions && "i" in row ? { ...row, i: positions[Number(row["i"]) - 1] } : row;

/** The same for a statement whose result is how many rows it wrote: the call has as many. `look` runs a statement with rows. */
export async function write(call: Call, run: Run<number>, look: Run<Row[]>): Promise<number> {
  const { text, scope } = call.statement;
  if (scope === "everywhere") return run(text, call.values);
  let count = 0;
  const failures: unknown[] = [];
  const calls = await callsOf(call, withRows(text), look);
  for (const { values: parameters } of calls) {
    const written = await run(`select from ${onShard}`, parameters).catch(unlessAway(call, failures));
    if (typeof written === "number") count += written;
  }
  if (failures.length > 0 && failures.length === calls.length) throw failures[0];
  return count;
}

/** What concerns all workspaces goes on without those whose node is away or slow; they are found again later. */
const unlessAway =
  (call: Call, failures: unknown[]) =>
  (error: unknown): never[] => {
    if (!isOfAll(call) || !(isUnavailable(error) || isTooSlow(error))) throw failures[0] ?? error;
    failures.push(error);
    return [];
  };

async function callsOf({ statement, values, workspace }: Call, text: string, look: Run<Row[]>): Promise<ShardCall[]> {
  const { scope, writes } = statement;
  const at = (workspaces: string[], given: unknown[]) => parametersOf({ text: markedOnce(text), writes }, workspaces, given);
  if (scope === "workspace") return [{ values: at([workspace], values) }];
  if (scope !== "list") return shardsInTurn(statement).map((id) => ({ values: at([id], values) }));
  const [json, ...rest] = values;
  const items = JSON.parse(String(json)) as Listed[];
  const shards = await shardsOf(items.map(workspaceOf), look);
  const groups = new Map<string, number[]>();
  for (const [index, shard] of shards.entries()) groups.set(shard, [...(groups.get(shard) ?? []), index]);
  return [...groups.values()].map((indexes) => {
    const group = indexes.map((index) => items[index] ?? {});
    return { values: at(group.map(workspaceOf), [JSON.stringify(group), ...rest]), positions: indexes.map((index) => index + 1) };
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
function shardsInTurn({ scope, text }: Statement): string[] {
  const { representatives, lastFirst } = known();
  const last = scope === "first" ? representatives.indexOf(lastFirst.get(text) ?? "") : -1;
  const at = last < 0 ? Math.floor(Math.random() * representatives.length) : last + 1;
  return [...representatives.slice(at), ...representatives.slice(0, at)];
}

/** The parameters of `on_shard` (prisma/citus/functions.sql). */
function parametersOf(
  { text, writes }: { text: string; writes: boolean },
  [workspace = "", ...others]: string[],
  values: unknown[],
): unknown[] {
  const different = [...new Set(others)].filter((id) => id !== workspace);
  return [workspace, JSON.stringify(different), writes, nameOf(text), text, JSON.stringify(values.map(literalOf))];
}

function markedOnce(text: string): string {
  const { marks, tables } = known();
  const found = marks.get(text) ?? marked(text, tables);
  if (marks.size < maxKnown) marks.set(text, found);
  return found;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 20);
  if (names.size < maxKnown) names.set(text, name);
  return name;
}
