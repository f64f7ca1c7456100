import { readFileSync } from "node:fs";
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
import { Embedded } from "@/lib/platform/db/embedded";
import { migrationNames } from "@/lib/platform/db/migrate";

/*
 * Prisma's own schema engine, as WebAssembly from the package registry. It writes new migrations and tells a test whether
 * they lead to the schema. The product does not contain it: a start applies the files by itself (lib/platform/db/migrate).
 */

const filters = { externalTables: [], externalEnums: [] };
const wasmFile = "node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm";

type Glue = typeof import("@prisma/schema-engine-wasm") & { __wbg_set_wasm(exports: WebAssembly.Exports): void };
type Adapters = SqlMigrationAwareDriverAdapterFactory;

async function start(): Promise<Glue> {
  const glue = (await import("@prisma/schema-engine-wasm/schema_engine_bg")) as unknown as Glue;
  const imports = { "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(readFileSync(wasmFile), imports);
  // The engine calls this with its panic message.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => process.stderr.write(`${message}\n`) } });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports["__wbindgen_start"] as () => void)();
  return glue;
}

/** The glue holds one instance, so it is started once. */
let started: Promise<Glue> | undefined;

async function engineOn(factory: Adapters): Promise<SchemaEngine> {
  started ??= start();
  const { SchemaEngine } = await started;
  return SchemaEngine.new({ datamodels: [schema()] }, () => {}, bindMigrationAwareSqlAdapterFactory(factory) as never);
}

const schema = (): [string, string] => ["prisma/schema.prisma", readFileSync("prisma/schema.prisma", "utf8")];

function migrations() {
  const folder = "prisma/migrations";
  return {
    baseDir: folder,
    shadowDbInitScript: "",
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    migrationDirectories: migrationNames().map((path) => ({
      path,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: readFileSync(join(folder, path, "migration.sql"), "utf8") },
      },
    })),
  };
}

/** The SQL that leads from the migrations to the schema. Both are compared on embedded databases in memory. */
export async function difference(): Promise<string> {
  const embedded = await Embedded.open();
  const engine = await engineOn(adaptersTo(embedded));
  const [path, content] = schema();
  const { stdout } = await engine.diff({
    from: { tag: "migrations", ...migrations() },
    to: { tag: "schemaDatamodel", files: [{ path, content }] },
    script: true,
    exitCode: null,
    filters,
  });
  await embedded.close();
  return stdout ?? "";
}

export const emptyDifference = "-- This is an empty migration.";

/** What `prisma migrate deploy` does: applies the migrations that are missing. Returns their names. */
export async function deploy(embedded: Embedded): Promise<string[]> {
  const engine = await engineOn(adaptersTo(embedded));
  const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: migrations(), filters });
  return appliedMigrationNames;
}

/** The driver would cut a script at every semicolon, also inside a function; here it arrives whole. */
const withScripts = (adapter: SqlDriverAdapter): SqlDriverAdapter =>
  Object.assign(adapter, { executeScript: async (sql: string) => void (await adapter.executeRaw({ sql, args: [], argTypes: [] })) });

/** The engine's shadow database is another embedded database in memory. */
function adaptersTo({ pool }: Embedded): Adapters {
  const factory = new PrismaPg(pool);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => withScripts(await factory.connect()),
    connectToShadowDb: async () => {
      const shadow = await Embedded.open();
      const adapter = withLetters(await adaptersTo(shadow).connect(), shadow.pool);
      return Object.assign(adapter, { dispose: () => shadow.close() });
    },
  };
}

const letter = 18;
const letters = 1002;

/**
 * The catalogue names kinds by single letters ("char"), a type that the engine asks for and the adapter does not know. It
 * knows lists of them, and the catalogue has none.
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
