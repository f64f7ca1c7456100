import * as metrics from "@/lib/platform/metrics";

/** Resolves when nothing of a job is under way any more. */
export type Stop = () => Promise<void>;
/** Work that a process does in the background for as long as it lives. */
export type Job = { name: string; start: () => Promise<Stop | undefined> };

/** Starts these jobs, one after the other. The returned function stops them all at once. */
export async function startAll(jobs: readonly Job[]): Promise<Stop> {
  const stops: (Stop | undefined)[] = [];
  for (const job of jobs) stops.push(await job.start());
  return async () => {
    await Promise.all(stops.map((stop) => stop?.()));
  };
}

/** Runs a job once, for the metrics. An error is counted and thrown. */
export async function measured(name: string, run: () => Promise<unknown>): Promise<void> {
  const ended = metrics.jobBegan(name);
  try {
    await run();
    ended("done");
  } catch (error) {
    ended("failed");
    throw error;
  }
}
