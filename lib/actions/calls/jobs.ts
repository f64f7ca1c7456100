import { holder } from "@/lib/platform/db";
import { type Job, loop } from "@/lib/platform/jobs";
import { waitForCalls } from "./send";
import { sweep, sweepAtStart } from "./sweep";

export const jobs: Job[] = [
  { name: "action calls", start: async () => waitForCalls },
  loop({
    name: "sweep of action calls",
    everyMs: 10_000,
    // Only this process uses the folder, so every call that is still being sent was left by a process that has ended. On a
    // PostgreSQL server other instances may be sending, and only the age of a call shows that it was abandoned.
    atStart: () => (holder() ? sweepAtStart() : sweep()),
    run: sweep,
    failure: "the sweep of action calls failed",
  }),
];
