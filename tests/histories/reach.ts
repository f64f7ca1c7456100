import fc from "fast-check";
import * as contacts from "@/lib/context/contacts";
import { AppError } from "@/lib/kernel/errors";
import { open } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";
import { followOnce, makeStepsSmall } from "./follow";
import { World } from "./play";
import { report } from "./report";
import { human, step, userId } from "./world";

// Plays random histories, with merges, in which each event is tried and inspected before, and explained after and in the end: reach.ts
// <count> <seed>. Nothing else is looked at, so that there may be very many.

const move = fc.oneof(
  { weight: 14, arbitrary: step },
  // What keeps a card out of a chat happens more often than elsewhere.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("close"), human }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen"), human }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("age"), human }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("merge"), into: userId, from: userId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("split"), at: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("follow") }) },
);
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

/** What the product refuses is part of a history. */
async function refusable(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function play(moves: Move[]): Promise<void> {
  const world = new World();
  await world.open();
  const { workspaceId } = world;
  const merges: string[] = [];
  const merge = async (into: string, from: string) => {
    const { mergeId } = await contacts.merge(workspaceId, into, { from, values: {} }, commandLine);
    merges.push(mergeId);
  };
  for (const one of moves) {
    if (one.kind === "merge") await refusable(merge(one.into, one.from));
    else if (one.kind === "split") {
      const id = merges.at(-1 - one.at);
      if (id) await refusable(contacts.undoMerge(workspaceId, id, commandLine));
    } else if (one.kind === "reopen") await refusable(world.setStatus(one.human, "open"));
    else if (one.kind === "follow") await followOnce(workspaceId);
    else await world.take(one);
  }
  await world.explainAgain();
}

await open();
await makeStepsSmall();
const history = fc.array(move, { minLength: 1, maxLength: 18, size: "max" });
const reopened: Move[] = [
  { kind: "put", userId: "ada", phone: null },
  { kind: "identify", human: 0, userId: "ada" },
  { kind: "close", human: 0 },
  { kind: "event", userId: "ada", phone: null },
  { kind: "reopen", human: 0 },
];
await report(fc.asyncProperty(history, play), { examples: [[reopened]] });
