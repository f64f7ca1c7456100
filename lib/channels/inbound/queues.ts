import { type Queue, wake as wakeQueue } from "@/lib/platform/db/turns";
import { type Lane, lanes } from "./lanes";
import { countStatement, nextStatement, sweepStatement } from "./sql";
import { serve } from "./turn";

type Size = Pick<Queue, "places" | "placesEach" | "first" | "min" | "max">;

const queueOf = (lane: Lane, size: Size): Queue => ({
  ...size,
  maxStopMs: 5_000,
  name: lanes[lane].name,
  nextStatement: nextStatement(lanes[lane]),
  sweepStatement: sweepStatement(lanes[lane]),
  countStatement: countStatement(lanes[lane]),
  serve: (workspaceId, turn) => serve(lane, workspaceId, turn, () => wake(workspaceId)),
});

const messages = queueOf("message", { places: 8, placesEach: 4, first: 20, min: 20, max: 100 });
const files = queueOf("file", { places: 12, placesEach: 4, first: 1, max: 4 });
export const queues = [messages, files];

/** Looks for entries that are due, in the background; `workspaceId` has new ones. */
export function wake(workspaceId?: string): void {
  for (const queue of queues) wakeQueue(queue, workspaceId);
}
