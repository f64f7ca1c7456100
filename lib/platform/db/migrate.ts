import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import type { Pool, QueryResult } from "pg";
import { once } from "@/lib/platform/once";
import { Embedded } from "./embedded";

const filters = { externalTables: [], externalEnums: [] };
const wasmFile = "node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm";

type Glue = typeof import("@prisma/schema-engine-wasm") & { __wbg_set_wasm(exports: WebAssembly.Exports): void };

/**
 * Prisma's own schema engine, as WebAssembly from the package registry: no engine is downloaded, and `_prisma_migrations`
 * is filled as `prisma migrate deploy` fills it. The glue holds one instance, so it is started once per process.
 */
async function start(root: string): Promise<Glue> {
  const glue = (await import("@prisma/schema-engine-wasm/schema_engine_bg")) as unknown as Glue;
  const imports = { "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(readFileSync(join(root, wasmFile)), imports);
  // Where the engine leaves its last words before it gives up.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => process.stderr.write(`${message}\n`) } });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports["__wbindgen_start"] as () => void)();
  return glue;
}

async function engineOn(factory: Adapters, root: string): Promise<SchemaEngine> {
  const glue = await once("schema-engine", () => start(root));
  return glue.SchemaEngine.new({ datamodels: [schemaOf(root)] }, () => {}, bindMigrationAwareSqlAdapterFactory(factory) as never);
}

const schemaOf = (root: string): [string, string] => ["prisma/schema.prisma", readFileSync(join(root, "prisma/schema.prisma"), "utf8")];

/** Every migration of this version, in order. */
export function migrationNames(root = process.cwd()): string[] {
  const folder = join(root, "prisma/migrations");
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function migrationsOf(root: string) {
  const folder = join(root, "prisma/migrations");
  const names = migrationNames(root);
  return {
    baseDir: "prisma/migrations",
    shadowDbInitScript: "",
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: readFileSync(join(folder, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

type Adapters = SqlMigrationAwareDriverAdapterFactory;

// With the script, in its one transaction: a process that is killed leaves a migration that is applied and written down as
// such, or one of which there is nothing.
const writeDown = `;
do $$ begin
  if to_regclass('_prisma_migrations') is not null then
    update _prisma_migrations set finished_at = now() where finished_at is null and rolled_back_at is null;
  end if;
end $$;`;

/** An adapter whose scripts are run by `execute`. */
const withScripts = (adapter: SqlDriverAdapter, execute: (sql: string) => Promise<unknown>): SqlDriverAdapter =>
  Object.assign(adapter, { executeScript: async (sql: string) => void (await execute(sql + writeDown)) });

/**
 * Adapters to PostgreSQL whose scripts arrive whole, in one transaction: the driver cuts them at every semicolon, also inside a
 * function, and gives each piece to any connection. There must be no names for statements, or PostgreSQL takes one at a time.
 */
export function inOnePiece(factory: Adapters): Adapters {
  const whole = (adapter: SqlDriverAdapter) => withScripts(adapter, (sql) => adapter.executeRaw({ sql, args: [], argTypes: [] }));
  const { provider, adapterName } = factory;
  return {
    provider,
    adapterName,
    connect: async () => whole(await factory.connect()),
    connectToShadowDb: async () => whole(await factory.connectToShadowDb()),
  };
}

/** Adapters to the embedded database. What would be another database of a server is another one in memory. */
export function inEmbedded({ pool }: Embedded): Adapters {
  return {
    ...inOnePiece(new PrismaPg(pool)),
    connectToShadowDb: async () => {
      const shadow = await Embedded.open();
      const adapter = withLetters(await inEmbedded(shadow).connect(), shadow.pool);
      return Object.assign(adapter, { dispose: () => shadow.close() });
    },
  };
}

const letter = 18;
const letters = 1002;

/**
 * The catalogue names kinds by single letters, a type that the engine wants and the adapter does not know. It knows lists of
 * them, and the catalogue has none.
 */
function withLetters(adapter: SqlDriverAdapter, pool: Pool): SqlDriverAdapter {
  const ask = pool.query.bind(pool) as (...asked: unknown[]) => Promise<QueryResult | QueryResult[]>;
  const query = async (...asked: unknown[]) => {
    const result = await ask(...asked);
    for (const field of [result].flat().flatMap(({ fields }) => fields)) if (field.dataTypeID === letter) field.dataTypeID = letters;
    return result;
  };
  Object.assign(pool, { query });
  const { CharacterArray, Character } = ColumnTypeEnum;
  const read = adapter.queryRaw.bind(adapter);
  const queryRaw = async (asked: SqlQuery) => {
    const { columnTypes, ...result } = await read(asked);
    return { ...result, columnTypes: columnTypes.map((type) => (type === CharacterArray ? Character : type)) };
  };
  return Object.assign(adapter, { queryRaw });
}

const writtenDown = `select migration_name || ' ' || checksum from _prisma_migrations
  where finished_at is not null and rolled_back_at is null
  union all select 'unfinished' from _prisma_migrations where finished_at is null or rolled_back_at is not null`;

/**
 * Whether exactly the migrations of this version are written down as applied. The engine would find the same, but loading it
 * is a good part of what a start costs; in doubt it is asked.
 */
async function isNewest(factory: Adapters, root: string): Promise<boolean> {
  const connected = await factory.connect();
  try {
    const { rows } = await connected.queryRaw({ sql: writtenDown, args: [], argTypes: [] });
    const ours = migrationsOf(root).migrationDirectories.map(({ path, migrationFile: { content } }) => {
      const checksum = createHash("sha256").update(content.value).digest("hex");
      return `${path} ${checksum}`;
    });
    const theirs = rows.map(([row]) => String(row)).sort();
    return theirs.length === ours.length && ours.every((one, index) => one === theirs[index]);
  } catch {
    return false;
  } finally {
    await connected.dispose();
  }
}

/** What was begun by a process that was killed: the database has undone it whole. One that failed has its error beside it, and stays. */
async function forgetBegun(factory: Adapters): Promise<void> {
  const connected = await factory.connect();
  try {
    const sql = "delete from _prisma_migrations where finished_at is null and rolled_back_at is null and logs is null";
    const { rows } = await connected.queryRaw({ sql: "select to_regclass('_prisma_migrations') is not null", args: [], argTypes: [] });
    if (rows[0]?.[0] === true) await connected.executeRaw({ sql, args: [], argTypes: [] });
  } finally {
    await connected.dispose();
  }
}

/** Brings the database to the newest migration; one that is there already stays untouched. Returns the names it applied. */
export async function migrate(factory: Adapters, root = process.cwd()): Promise<string[]> {
  if (await isNewest(factory, root)) return [];
  await forgetBegun(factory);
  const engine = await engineOn(factory, root);
  const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: migrationsOf(root), filters });
  return appliedMigrationNames;
}

/** The SQL that leads from the migrations (or from nothing) to the schema; empty when they agree. */
export async function difference(factory: Adapters, root = process.cwd()): Promise<string> {
  const engine = await engineOn(factory, root);
  const [path, content] = schemaOf(root);
  const { stdout } = await engine.diff({
    from: { tag: "migrations", ...migrationsOf(root) },
    to: { tag: "schemaDatamodel", files: [{ path, content }] },
    script: true,
    exitCode: null,
    filters,
  });
  return stdout ?? "";
}
