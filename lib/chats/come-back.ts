import { dayMs } from "@/lib/kernel/durations";
import { lowestId } from "@/lib/kernel/id-bounds";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { afterDeadlock } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import { type Queue, type Served, serving, type Turn } from "@/lib/platform/db/turns";
import { goAround } from "@/lib/platform/db/turns/around";
import { notify } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import {
  beginStatement,
  comeBackStatement,
  countStatement,
  graceMs,
  lookStatement,
  name,
  nextStatement,
  onlineStatement,
  sweepStatement,
} from "./come-back-sql";

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Since when this process has written down its members without a failure, by `performance.now()`. */
    onlineMembers: { steadySince: number | undefined };
  }
}

const online = () => singleton("onlineMembers", () => ({ steadySince: undefined }));

/** A member with a tab open. */
type OnlineMember = { workspaceId: string; accountId: string };

/** Writes down who has a tab open here: nobody is offline before the grace is over. */
export async function writeOnline(members: readonly OnlineMember[], now = currentTime()): Promise<void> {
  const state = online();
  try {
    const until = new Date(now.getTime() + graceMs);
    const listed = members.map(({ workspaceId, accountId }) => ({ ws: workspaceId, account: accountId }));
    if (listed.length > 0) await run(db(), onlineStatement)(JSON.stringify(listed), until);
    state.steadySince ??= performance.now();
  } catch (error) {
    state.steadySince = undefined;
    throw error;
  }
}

/** After a start, or while the database was away, tabs were not written down, although they may be open. */
function knowsWhoIsOffline(): boolean {
  const { steadySince } = online();
  return steadySince !== undefined && performance.now() - steadySince > graceMs;
}

/** Removes members who had no tab open for a day. There are few. */
export async function deleteExpired(): Promise<void> {
  await db().memberOnline.deleteMany({ where: { until: { lt: new Date(currentTime().getTime() - dayMs) } } });
}

const begin = `${lowestId} 1970-01-01T00:00:00.000Z ${lowestId}`;

type Given = { now?: Date; knowsOffline?: boolean };

/** Takes chats from members who leave a customer waiting. Returns how many, and whether others may be due. */
export async function comeBack(
  workspaceId: string,
  { max }: Pick<Turn, "max">,
  { now = currentTime(), knowsOffline = knowsWhoIsOffline() }: Given = {},
): Promise<Served> {
  const look = async (after: string) => {
    const found = await rows(db(), lookStatement)(workspaceId, now, knowsOffline, ...after.split(" "), max);
    return found.map((row) => ({ ...row, position: `${row.accountId} ${row.lastItemAt.toISOString()} ${row.chatId}` }));
  };
  const { passed, isMore } = await goAround({ key: `${name} ${workspaceId}`, begin, max, look });
  let count = 0;
  for (const { chatId, isDue } of passed) if (isDue) count += await comeBackOne(workspaceId, chatId, { now, knowsOffline });
  return { count, isMore };
}

async function comeBackOne(workspaceId: string, chatId: string, { now, knowsOffline }: Required<Given>): Promise<number> {
  const [changed] = await afterDeadlock(() => rows(db(), comeBackStatement)(workspaceId, now, knowsOffline, chatId));
  if (!changed) return 0;
  notify(workspaceId, { chats: [{ id: chatId, seq: changed.seq }], people: [changed.personId] });
  return 1;
}

/** A workspace has a turn every few seconds, in which its chats are looked at, some hundreds at a time. */
export const queue: Queue = {
  ...{ name, places: 2, placesEach: 1, first: 50, min: 10, max: 200, maxStopMs: 5_000 },
  ...{ nextStatement, sweepStatement, countStatement },
  serve: (workspaceId, turn) => comeBack(workspaceId, turn),
};

export const jobs = [serving(queue)];

/** In a transaction that switches it on. */
export const beginComingBack = (on: Parameters<typeof run>[0], workspaceId: string): Promise<number> =>
  run(on, beginStatement)(workspaceId);
