import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { isEmbedded } from "@/lib/platform/db/batch";
import { migrationNames } from "@/lib/platform/db/migrate";
import { rows } from "@/lib/platform/db/rows";
import { singleton } from "@/lib/platform/runtime";

const patienceMs = 1_000;

type Asked = { missing: Promise<string[]> | undefined; isDraining: boolean };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    health: Asked;
    /** The names of the migrations of this version. */
    migrations: string[];
  }
}

const health = () => singleton("health", () => ({ missing: undefined, isDraining: false }));
const names = () => singleton("migrations", () => migrationNames());

/** From now on nothing new is to come here: what is under way is finished. */
export function drain(): void {
  health().isDraining = true;
}

export const isDraining = (): boolean => health().isDraining;

/** The migrations that the database does not have. One question at a time: a database that hangs is not asked ever more. */
function missingMigrations(): Promise<string[]> {
  const asked = health();
  asked.missing ??= ask().finally(() => {
    asked.missing = undefined;
  });
  return asked.missing;
}

const ModeRow = z.strictObject({ only: z.boolean() });
const MigrationRow = z.strictObject({ name: z.string() });

async function ask(): Promise<string[]> {
  const [mode] = await rows(db(), ModeRow)`select current_setting('transaction_read_only') = 'on' as only`;
  // The embedded database only reads while its disk is full: nobody else could take the reads, so calls still come here.
  if (mode?.only && !isEmbedded()) throw new Error("The database only reads.");
  const found = await rows(db(), MigrationRow)`
    select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`;
  const applied = new Set(found.map(({ name }) => name));
  return names().filter((name) => !applied.has(name));
}

async function databaseProblem(): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), patienceMs);
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

/** Whether calls may be sent here. @throws unavailable, with everything that is in the way */
export async function ready(): Promise<{ ready: true }> {
  const draining = isDraining() ? "draining: this instance is stopping" : undefined;
  const problems = [draining, await databaseProblem()].filter((problem) => problem !== undefined);
  if (problems.length === 0) return { ready: true };
  throw new AppError("unavailable", `Not ready. ${problems.join("; ")}.`, { "retry-after": "1" });
}
