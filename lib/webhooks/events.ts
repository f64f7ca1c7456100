import { AppError } from "@/lib/kernel/errors";
import { pageOf } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { rows, run } from "@/lib/platform/db/rows";
import { withLock } from "@/lib/platform/db/workspace-lock";
import { messageOf } from "./message";
import { eventsStatement, knownStatement, numberStatement, unnumberedStatement } from "./sql";

/** More than a page, so that whoever reads does not fall behind. */
const numberedAtOnce = 1_000;
/** Somebody who was only called has all events of 30 days without a place. Each step is committed, so that the next call goes on from there. */
const maxNumberingMs = 5_000;

type Asked = { cursor?: string | undefined; after?: string | undefined; limit: number; content: boolean };

/** A page of what happened, in the order of its saving. @throws invalid_cursor for an event that is not known (any more), unavailable */
export async function list(workspaceId: string, { cursor, after = cursor, limit, content }: Asked) {
  await number(workspaceId);
  if (after !== undefined) await numberUntil(workspaceId, after);
  const found = await rows(db(), eventsStatement)(workspaceId, after ?? null, limit + 1);
  const { page, last } = pageOf(found, limit);
  return { data: page.map((event) => messageOf(event, content)), nextCursor: last?.id ?? null };
}

async function number(workspaceId: string): Promise<void> {
  const [{ isWaiting } = { isWaiting: false }] = await rows(db(), unnumberedStatement)(workspaceId);
  if (isWaiting) await withLock(workspaceId, "webhooks", "change", (tx) => run(tx, numberStatement)(workspaceId, numberedAtOnce));
}

/** Gives places in the list until an event has one. */
async function numberUntil(workspaceId: string, id: string): Promise<void> {
  const until = performance.now() + maxNumberingMs;
  for (;;) {
    const [event] = await rows(db(), knownStatement)(workspaceId, id);
    if (!event)
      throw new AppError(
        "invalid_cursor",
        "cursor must be the id of an event of the last 30 days. Leave it out to begin with the first one.",
      );
    if (event.isNumbered) return;
    if (performance.now() > until)
      throw new AppError("unavailable", "Very many events are listed for the first time. Try again shortly.", { "retry-after": "1" });
    await number(workspaceId);
  }
}
