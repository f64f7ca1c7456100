import { z } from "zod";
import { db } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import type { Queue } from "@/lib/platform/db/turns";
import { inSteps } from "@/lib/platform/db/turns/in-steps";
import { statementsOf } from "@/lib/platform/db/turns/of-table";
import { notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import { chatsStatement } from "./problem-cards";

const RefreshRow = z.strictObject({ ownerId: z.uuid(), reference: z.string() });

/** `$1` workspace: a reference of whose problems some are still to be refreshed. */
const nextStatement = statement({ row: RefreshRow })`
select q.owner_id as "ownerId", q.reference from problem_refresh q
where q.workspace_id = $1::uuid order by q.owner_id, q.reference limit 1`;

const LeftRow = z.strictObject({ isLeft: z.boolean() });

/** `$1` workspace, `$2` owner, `$3` reference: the next step. */
const refreshStatement = statement({ row: LeftRow, writes: true })`
select refresh_problem_reference($1::uuid, $2::uuid, $3::text) as "isLeft"`;

/** Refreshes problems of a workspace for as long as a turn lasts. Once those of a reference are, screens with one of its chats read it again. */
export const refreshInTurn = inSteps(async (workspaceId) => {
  const [next] = await rows(db(), nextStatement)(workspaceId);
  if (!next) return null;
  const [step] = await withRetry(() => rows(db(), refreshStatement)(workspaceId, next.ownerId, next.reference));
  if (!step?.isLeft) await announce(workspaceId, next.ownerId);
  return 1;
});

async function announce(workspaceId: string, ownerId: string): Promise<void> {
  const chats = await rows(db(), chatsStatement)(workspaceId, ownerId);
  const reset = itemsChanged(
    undefined,
    chats.map(({ id }) => id),
  );
  // The owner is a contact or a person; the other list has no such id.
  notify(workspaceId, { contacts: [ownerId], people: [ownerId], ...reset });
}

/** A turn has so many steps. */
export const problemRefreshes: Queue = {
  ...{ name: "problems", places: 2, placesEach: 1, first: 1, max: 20, maxStopMs: 5_000 },
  ...statementsOf("problems", "problem_refresh"),
  serve: refreshInTurn,
};
