import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { isEmbedded } from "@/lib/platform/db/batch";
import { migrationNames } from "@/lib/platform/db/migrate";
import { onBehalfOfAll } from "@/lib/platform/db/on-behalf";
import { rows } from "@/lib/platform/db/rows";
import { singleton } from "@/lib/platform/runtime";

const timeoutMs = 1_000;

type Health = { missing: Promise<string[]> | undefined; isDraining: boolean };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    health: Health;
    /** The names of the migrations of this version. */
    migrations: string[];
  }
}

const health = () => singleton("health", () => ({ missing: undefined, isDraining: false }));
const names = () => singleton("migrations", () => migrationNames());

/** From now on this instance is not ready: it finishes running calls and should get no new ones. */
export function drain(): void {
  health().isDraining = true;
}

export const isDraining = (): boolean => health().isDraining;

/** The migrations that the database lacks. One query at a time, so that a hanging database does not get more and more of them. */
function missingMigrations(): Promise<string[]> {
  const state = health();
  state.missing ??= onBehalfOfAll(queryMissing).finally(() => {
    state.missing = undefined;
  });
  return state.missing;
}

const ModeRow = z.strictObject({ only: z.boolean() });
const MigrationRow = z.strictObject({ name: z.string() });

async function queryMissing(): Promise<string[]> {
  const [mode] = await rows(db(), { row: ModeRow, scope: "everywhere" })`select current_setting('transaction_read_only') = 'on' as only`;
  // The embedded database is read-only while its disk is full: no other instance could serve the reads, so it stays ready.
  if (mode?.only && !isEmbedded()) throw new Error("The database only reads.");
  const found = await rows(db(), { row: MigrationRow, scope: "everywhere" })`
    select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`;
  const applied = new Set(found.map(({ name }) => name));
  return names().filter((name) => !applied.has(name));
}

async function databaseProblem(): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), timeoutMs);
  });
  try {
    const missing = await Promise.race([missingMigrations(), late]);
    if (missing === "late") return "database: it did not answer within a second";
    return missing.length > 0 ? `migrations: the database lacks ${missing.join(", ")}` : undefined;
  } catch {
    return "database: it cannot be asked";
  } finally {
    clearTimeout(timer);
  }
}

/** Whether calls may be sent here. @throws unavailable, with every problem */
export async function ready(): Promise<{ ready: true }> {
  const draining = isDraining() ? "draining: this instance is stopping" : undefined;
  const problems = [draining, await databaseProblem()].filter((problem) => problem !== undefined);
  if (problems.length === 0) return { ready: true };
  throw new AppError("unavailable", `Not ready. ${problems.join("; ")}.`, { "retry-after": "1" });
}
