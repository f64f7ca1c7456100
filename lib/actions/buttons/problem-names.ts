import { z } from "zod";
import { dayMs } from "@/lib/kernel/durations";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";

const recentMs = 30 * dayMs;
const maxNames = 50;
const maxProblems = 2_000;

const NameRow = z.strictObject({ name: z.string() });

/** The names of the newest problems of the last 30 days, the last one first. */
export async function problemNames(workspaceId: string): Promise<{ names: string[] }> {
  const since = new Date(currentTime().getTime() - recentMs);
  const found = await rows(db(), { row: NameRow, workspace: workspaceId })`
    select recent.event as name from (
      select p.event, p.last_at from problem p
      where p.workspace_id = ${workspaceId}::uuid and p.last_at > ${since}
      order by p.last_at desc limit ${maxProblems}
    ) recent
    group by recent.event order by max(recent.last_at) desc, recent.event limit ${maxNames}`;
  return { names: found.map(({ name }) => name) };
}
