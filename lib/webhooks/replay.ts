import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows, run } from "@/lib/platform/db/rows";
import { get } from ".";
import { wake } from "./sending";
import { dueStatement, replayOnesStatement, replayStatement } from "./sql";

const maxReplayed = 10_000;
const perStatement = 1_000;

type Asked = { from?: Date | undefined; to?: Date | undefined; delivered: boolean; eventIds?: string[] | undefined };

/** Sends again, each with its id. @throws not_found */
export async function replay(workspaceId: string, id: string, { from, to, delivered, eventIds }: Asked) {
  await get(workspaceId, id);
  const replayed = eventIds
    ? await rows(db(), replayOnesStatement)(workspaceId, id, eventIds)
    : await replayTime(workspaceId, id, { from, to, delivered });
  await run(db(), dueStatement)(workspaceId, currentTime());
  wake(workspaceId);
  const isMore = !eventIds && replayed.length >= maxReplayed;
  const latest = replayed
    .map(({ at }) => at)
    .sort()
    .at(-1);
  return { replayed: replayed.length, nextFrom: isMore ? (latest ?? null) : null };
}

async function replayTime(workspaceId: string, id: string, { from, to, delivered }: Asked) {
  const replayed = [];
  while (replayed.length < maxReplayed) {
    const found = await rows(db(), replayStatement)(workspaceId, id, from, to, delivered, perStatement);
    replayed.push(...found);
    if (found.length < perStatement) break;
  }
  return replayed;
}
