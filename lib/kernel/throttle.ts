/**
 * Runs a job at once, but never twice at the same time and at most once in `everyMs`.
 * Asked for in between, it runs once more afterwards: the last request is always followed by a run.
 */
export function steadily(everyMs: number, job: () => Promise<unknown>): () => void {
  let state: "idle" | "busy" | "again" = "idle";

  async function run(): Promise<void> {
    state = "busy";
    const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
    await job().catch(() => undefined);
    await pause;
    if (wasAskedAgain()) return run();
    state = "idle";
  }
  // A function, because TypeScript does not see that `state` changes during an await.
  const wasAskedAgain = () => state === "again";

  return () => {
    if (state === "idle") void run();
    else state = "again";
  };
}
