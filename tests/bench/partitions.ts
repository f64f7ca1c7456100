import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import pg from "pg";
import { firstIdAt } from "@/lib/kernel/ids";
import { migrate } from "@/lib/platform/db/migrate";
import { startPostgres } from "../support/postgres";
import { quantiles } from "./latency";
import { fill, insert, keys, lookUps, partitionOf, removeKeysText, removeText, type Shape, shapesOf, table } from "./partitions-shape";
import { beginOf, edgeOf, type Row, type Rows, type Source, sources, valuesOf, workspaceId, workspaces } from "./partitions-sql";
import { round, say } from "./print";

const perInsert = 64;
const inserts = 400;
const reads = 500;
const gigabyte = 1e9;
/** The log, sorting for an index, and what is inserted and not yet vacuumed. */
const spareBytes = 6 * gigabyte;

type Figures = Record<string, number>;

/** `event` and `chat_item` as they are and divided by a time, one after the other, with `--rows` rows each. */
export async function partitioned(): Promise<void> {
  const count = Number(process.argv[process.argv.indexOf("--rows") + 1] ?? Number.NaN) || 1_000_000;
  checkDisk(count);
  const cluster = await startPostgres();
  try {
    await connected(cluster.url, async (client) => {
      await migrate(client);
      for (const setting of ["autovacuum = off", "max_wal_size = '4GB'"]) await client.query(`alter system set ${setting}`);
      await client.query("select pg_reload_conf()");
    });
    for (const source of sources) await compare(cluster.url, source, { count, begin: beginOf() });
  } finally {
    await cluster.stop();
  }
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @throws when the disk has less than the larger of the tables needs, indexes included */
function checkDisk(count: number): void {
  const needed = count * Math.max(...sources.map(({ bytesEach }) => bytesEach)) + spareBytes;
  const { bavail, bsize } = statfsSync(tmpdir());
  say(
    `${count} rows need up to ${round(needed / gigabyte, 0)} GB in ${tmpdir()}, which has ${round((bavail * bsize) / gigabyte, 0)} GB free.`,
  );
  if (bavail * bsize < needed) throw new Error("Nothing was measured: there is too little space. TMPDIR names another folder.");
}

async function compare(url: string, source: Source, rows: Rows): Promise<void> {
  const shapes = shapesOf(source);
  const all: Figures[] = [];
  for (const shape of shapes) all.push(await connected(url, (client) => measure(client, shape, rows)));
  say(`\n### ${source.table}, ${rows.count} rows\n`);
  say(`| | ${shapes.map(({ name }) => name).join(" | ")} |`);
  say(`|---|${shapes.map(() => "---").join("|")}|`);
  const [first = {}] = all;
  for (const name of new Set(all.flatMap((figures) => Object.keys(figures))))
    say(`| ${name} | ${all.map((figures) => cell(figures[name], first[name])).join(" | ")} |`);
}

function cell(value: number | undefined, first: number | undefined): string {
  if (value === undefined) return "–";
  const shown = round(value, value < 10 ? 2 : 0);
  return first ? `${shown} (**${round(value / first)}**)` : shown;
}

async function measure(client: pg.Client, shape: Shape, rows: Rows): Promise<Figures> {
  const began = performance.now();
  await client.query("set maintenance_work_mem = '512MB'");
  // The kept keys of a large insert are hashed: otherwise they are read for each row.
  await client.query("set work_mem = '512MB'");
  await fill(client, shape, rows);
  await client.query("reset work_mem");
  say(`${shape.source.table}, ${shape.name}: filled in ${round((performance.now() - began) / 1000, 0)} s`);
  const figures: Figures = { "size, bytes a row": (await sizeOf(client)) / rows.count };
  Object.assign(figures, await inserted(client, shape, rows), await read(client, shape, rows));
  return shape.source.table === "event" ? Object.assign(figures, await removed(client, shape, rows)) : figures;
}

const numberFrom = async (client: pg.Client, text: string, values: unknown[] = []) =>
  Number((await client.query<{ value: string }>(text, values)).rows[0]?.value ?? 0);

const sizeOf = (client: pg.Client) =>
  numberFrom(
    client,
    `select coalesce(sum(pg_total_relation_size(oid)), 0) as value from pg_class where relkind = 'r' and relname ~ '^${table}(_\\d+|_keys)?$'`,
  );

const written = (client: pg.Client) => numberFrom(client, "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as value");

async function timesOf(count: number, work: (nth: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const began = performance.now();
    await work(nth);
    times.push(performance.now() - began);
  }
  return times;
}

/** Batches at the end. The log says what they cost the disk, also on a busy machine. */
async function inserted(client: pg.Client, shape: Shape, rows: Rows): Promise<Figures> {
  const before = await written(client);
  const times = await timesOf(inserts, (nth) => {
    const from = rows.count + 1 + nth * perInsert;
    return insert(client, shape, rows, [from, from + perInsert - 1]);
  });
  const { p50Ms, p99Ms } = quantiles(times);
  const log = ((await written(client)) - before) / (inserts * perInsert);
  return { "insert of 64, ms p50": p50Ms, "insert of 64, ms p99": p99Ms, "insert, bytes of log a row": log };
}

/** Rows from all the time, the same for every shape. */
async function sample(client: pg.Client, { source }: Shape, rows: Rows): Promise<Row[]> {
  const found: Row[] = [];
  for (let nth = 0; nth < reads; nth += 1) {
    // Every second one has a key.
    const at = 2 * Math.floor((((nth * 7_919) % reads) / reads) * (rows.count / 2)) + 2;
    found.push((await client.query<Row>(source.made, valuesOf(rows, at, at))).rows[0] ?? {});
  }
  return found;
}

async function read(client: pg.Client, shape: Shape, rows: Rows): Promise<Figures> {
  const sampled = await sample(client, shape, rows);
  const { name, text, values } = shape.source.read;
  const figures: Figures = await readEach(client, { name, text: text(table) }, sampled.map(values));
  for (const { name, text, column } of lookUps(shape)) {
    const asked = sampled.map((row) => [row["workspace_id"], row[column]]);
    Object.assign(figures, await readEach(client, { name, text }, asked));
  }
  return figures;
}

/** Each value twice: the pages of the first time are counted, and the second one is timed. */
async function readEach(client: pg.Client, { name, text }: { name: string; text: string }, asked: unknown[][]): Promise<Figures> {
  let pages = 0;
  for (const values of asked) pages += await pagesOf(client, text, values);
  let missing = 0;
  const times = await timesOf(asked.length, async (nth) => {
    const { rowCount } = await client.query({ name, text, values: asked[nth] ?? [] });
    if (!rowCount) missing += 1;
  });
  if (missing > asked.length / 2) throw new Error(`${missing} of ${asked.length} found nothing: ${name}`);
  const { p50Ms, p99Ms } = quantiles(times);
  return { [`${name}, ms p50`]: p50Ms, [`${name}, ms p99`]: p99Ms, [`${name}, pages`]: pages / asked.length };
}

type Plan = { "Shared Hit Blocks": number; "Shared Read Blocks": number };

async function pagesOf(client: pg.Client, text: string, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    values,
  );
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  return plan ? plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] : Number.NaN;
}

/**
 * The oldest 5 % of the time, in batches of 200 as the product removes them, but without the cards in chats, which have to be emptied one by
 * one in either shape. Where there are parts, the next 5 % are dropped as a whole, with their keys: possible only when every workspace
 * wants that.
 */
async function removed(client: pg.Client, shape: Shape, rows: Rows): Promise<Figures> {
  const before = await written(client);
  const began = performance.now();
  const deleted = await deleteOldest(client, shape, rows);
  const deletedAt = performance.now();
  await client.query("vacuum");
  const figures: Figures = {
    "removal of 5 % in batches, s": (deletedAt - began) / 1000,
    "vacuum after it, s": (performance.now() - deletedAt) / 1000,
    "removal and vacuum, bytes of log a row": ((await written(client)) - before) / deleted,
    "size after it, bytes a row": (await sizeOf(client)) / (rows.count + inserts * perInsert - deleted),
  };
  return shape.by ? { ...figures, ...(await dropped(client, shape)) } : figures;
}

const workspaceIds = async (client: pg.Client) =>
  (await client.query<{ id: string }>(`select ${workspaceId("w")} as id from generate_series(0, ${workspaces - 1}) w`)).rows.map(
    ({ id }) => id,
  );

async function deleteOldest(client: pg.Client, shape: Shape, { begin }: Rows): Promise<number> {
  const before = new Date(edgeOf(begin, 1));
  let total = 0;
  for (const id of await workspaceIds(client)) {
    for (let count = 1; count > 0; total += count) {
      const values = [id, firstIdAt(before), before];
      const { rows } = await client.query<{ count: number }>({ name: "remove", text: removeText(shape), values });
      count = rows[0]?.count ?? 0;
    }
  }
  return total;
}

async function dropped(client: pg.Client, shape: Shape): Promise<Figures> {
  const part = partitionOf(1);
  const count = await numberFrom(client, `select count(*) as value from ${part}`);
  const before = await written(client);
  const began = performance.now();
  for (const id of await workspaceIds(client)) {
    for (let last: string | null = "00000000-0000-0000-0000-000000000000"; last; ) {
      const reply: pg.QueryResult<{ last: string | null }> = await client.query({
        name: "remove-keys",
        text: removeKeysText(shape, part),
        values: [id, last],
      });
      last = reply.rows[0]?.last ?? null;
    }
  }
  const keysGone = performance.now();
  await client.query(`vacuum ${keys}`);
  const vacuumed = performance.now();
  await client.query(`drop table ${part}`);
  return {
    "drop of a part, s": (performance.now() - vacuumed) / 1000,
    "removal of its keys in batches and vacuum, s": (vacuumed - began) / 1000,
    "of that vacuum, s": (vacuumed - keysGone) / 1000,
    "drop and removal of keys, bytes of log a row": ((await written(client)) - before) / count,
  };
}
