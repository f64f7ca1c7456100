import { migrate, migrationNames } from "@/lib/platform/db/migrate";
import { withStartupLockAt } from "@/lib/platform/db/startup-lock";
import { withMigrationsBefore } from "../support/old-database";
import { startPostgres } from "../support/postgres";
import { quantiles } from "./latency";
import { type Calls, fillFirst, startCalls } from "./migrations-load";
import { round, say } from "./print";
import { connected } from "./world";

/** Calls a second, of all kinds together. */
const perSecond = Number(process.env["CALLS"] ?? 20);
const events = Number(process.env["EVENTS"] ?? 1_000_000);
const seconds = (since: number) => (performance.now() - since) / 1000;

/**
 * Applies each migration to a database with `EVENTS` events (a million unless given) that the first one left, as a start does, while calls
 * write to the same tables. What calls of any version do is written here once more, because an instance of this version needs its tables.
 */
export async function migrations(): Promise<void> {
  const cluster = await startPostgres();
  const [, ...names] = migrationNames();
  try {
    const next = (name: string | undefined) =>
      withStartupLockAt(cluster.url, (connection) =>
        name ? withMigrationsBefore(name, (root) => migrate(connection, root)) : migrate(connection),
      );
    await next(names[0]);
    const began = performance.now();
    await connected(cluster.url, (query) => fillFirst(query, events));
    say(
      `\n### Each migration with ${events.toLocaleString("en")} events and ${perSecond} calls a second (filled in ${round(seconds(began), 0)} s)\n`,
    );
    say("| | seconds | calls | failed | p99 ms | longest wait ms |");
    say("|---|---|---|---|---|---|");
    for (const [index, name] of names.entries()) {
      const calls = await startCalls(cluster.url, perSecond);
      const since = performance.now();
      const applied = await next(names[index + 1]);
      const took = seconds(since);
      if (applied.join() !== name) throw new Error(`${name} was expected, and ${applied.join()} was applied.`);
      report(name, took, await calls.end());
    }
  } finally {
    await cluster.stop();
  }
}

function report(name: string, took: number, { times, failures }: Awaited<ReturnType<Calls["end"]>>): void {
  const figures = [round(took, 1), times.length, failures.length, round(quantiles(times).p99Ms, 0), round(Math.max(...times), 0)];
  say(`| ${name.replace(/^\d+_/, "")} | ${figures.join(" | ")} |`);
  for (const failure of new Set(failures)) say(`\n${failure}\n`);
  if (failures.length > 0) process.exitCode = 1;
}
