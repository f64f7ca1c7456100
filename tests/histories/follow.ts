import { writePendingCards } from "@/lib/context/events/pending-cards";
import { refreshInTurn } from "@/lib/context/events/problem-refreshes";
import { moveContactsInTurn } from "@/lib/people/contact-moves";
import { moveInTurn } from "@/lib/people/event-moves";
import { db } from "@/lib/platform/db";

const turns = [moveContactsInTurn, moveInTurn, refreshInTurn, writePendingCards];
const size = (name: string) => `create or replace function ${name}() returns integer language sql stable parallel safe as 'select 1'`;

/** A step has one event or one problem, so that histories of a few steps have many. */
export async function makeStepsSmall(): Promise<void> {
  for (const name of ["move_step_size", "problem_step_size"]) await db().$executeRawUnsafe(size(name));
}

/** One step of each queue. Returns whether something is left. */
export async function followOnce(workspaceId: string): Promise<boolean> {
  const turn = { max: 1, until: Number.NEGATIVE_INFINITY, signal: new AbortController().signal };
  let isMore = false;
  for (const serve of turns) isMore = (await serve(workspaceId, turn)).isMore || isMore;
  return isMore;
}

export async function follow(workspaceId: string): Promise<void> {
  while (await followOnce(workspaceId));
}
