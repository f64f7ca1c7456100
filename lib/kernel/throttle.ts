/**
 * Runs a job at once, but never concurrently, and at most once in `everyMs`.
 * A request in between is followed by one more run, so a run always starts after the last request.
 */
export function throttle(intervalMs: number, job: () => Promise<unknown>): () => void {
  let state: "idle" | "busy" | "again" = "idle";

  async function run(): Promise<void> {
    state = "busy";
    const pause = new Promise((resolve) => setTimeout(resolve, intervalMs));
    await job().catch(() => undefined);
    await pause;
    if (isRequestedAgain()) return run();
    state = "idle";
  }
  // A function, because TypeScript does not see that `state` changes during an await.
  const isRequestedAgain = () => state === "again";

  return () => {
    if (state === "idle") void run();
    else state = "again";
  };
}

/** Runs the jobs that it is given one after the other, also after one that failed. */
export function serialized(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const done = last.then(job);
    last = done.catch(() => undefined);
    return done;
  };
}
