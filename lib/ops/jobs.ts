import { AppError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/env";

/** A job of an instance: its last run ended at `endedAt` (null before that) and took `tookMs`. `errors` counts since the start. */
type JobState = { state: "runs" | "rests"; endedAt: string | null; tookMs: number | null; errors: number };

const line = /^beside_job_(running|errors_total|last_run_timestamp_seconds|last_run_duration_seconds)\{name="([^"]+)"\} (\S+)$/gm;

/** The jobs that the metrics of an instance tell of, by their names. */
export function jobsIn(metrics: string): Record<string, JobState> {
  const read = new Map<string, Map<string, number>>();
  for (const [, fact = "", name = "", value] of metrics.matchAll(line)) {
    const facts = read.get(name) ?? new Map<string, number>();
    read.set(name, facts.set(fact, Number(value)));
  }
  const stateOf = (facts: Map<string, number>): JobState => {
    const endedAt = facts.get("last_run_timestamp_seconds");
    const took = facts.get("last_run_duration_seconds");
    return {
      state: facts.get("running") === 1 ? "runs" : "rests",
      endedAt: endedAt === undefined ? null : new Date(endedAt * 1000).toISOString(),
      tookMs: took === undefined ? null : Math.round(took * 1000),
      errors: facts.get("errors_total") ?? 0,
    };
  };
  return Object.fromEntries([...read].sort(([a], [b]) => a.localeCompare(b)).map(([name, facts]) => [name, stateOf(facts)]));
}

/**
 * The jobs of the instance at PORT on this machine, which the command line cannot ask in another way when the database is a server.
 * @throws unavailable when it cannot be asked, with what to set
 */
export async function jobsOfInstance(): Promise<Record<string, JobState>> {
  const { DATABASE_URL, DATA_DIR, METRICS_TOKEN, PORT } = env();
  if (!DATABASE_URL)
    throw new AppError("unavailable", `No Beside runs with the folder ${DATA_DIR}. Start it, or set DATA_DIR as it has it.`);
  if (!METRICS_TOKEN)
    throw new AppError("unavailable", "Set METRICS_TOKEN for Beside and for this command: it reads the jobs in the instance's metrics.");
  const url = `http://127.0.0.1:${PORT}/api/metrics`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }).catch(() => {
    throw new AppError("unavailable", `No Beside answers at ${url}. Run this on the machine of an instance, with its PORT.`);
  });
  if (!response.ok)
    throw new AppError("unavailable", `The Beside at ${url} answered ${response.status}. Give this command the METRICS_TOKEN it has.`);
  return jobsIn(await response.text());
}
