import { AppError } from "@/lib/kernel/errors";
import { pageOf } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { rows, run } from "@/lib/platform/db/rows";
import { withLock } from "@/lib/platform/db/workspace-lock";
import { messageOf } from "./message";
import { eventsStatement, knownStatement, numberStatement, unnumberedStatement } from "./sql";

/** More than a page, so that whoever reads does not fall behind. */
const numberedAtOnce = 1_000;

type Asked = { after?: string | undefined; limit: number; content: boolean };

/** A page of what happened, in the order of its saving. @throws invalid_cursor for an event that is not known (any more) */
export async function list(workspaceId: string, { after, limit, content }: Asked) {
  const [{ isWaiting } = { isWaiting: false }] = await rows(db(), unnumberedStatement)(workspaceId);
  if (isWaiting) await withLock(workspaceId, "webhooks", "change", (tx) => run(tx, numberStatement)(workspaceId, numberedAtOnce));
  if (after !== undefined) {
    const [{ isKnown } = { isKnown: false }] = await rows(db(), knownStatement)(workspaceId, after);
    if (!isKnown)
      throw new AppError(
        "invalid_cursor",
        "after must be the id of an event of the last 30 days. Leave it out to begin with the first one.",
      );
  }
  const found = await rows(db(), eventsStatement)(workspaceId, after ?? null, limit + 1);
  const { page, last } = pageOf(found, limit);
  return { webhookEvents: page.map((event) => messageOf(event, content)), nextCursor: last?.id ?? null };
}
