import type { z } from "zod";
import { cursorFor, pageOf, readCursor } from "@/lib/kernel/page";
import { displayNameOf } from "@/lib/people/shared/display-name";
import { db } from "@/lib/platform/db";
import * as replica from "@/lib/platform/db/replica";
import { rows } from "@/lib/platform/db/rows";
import type { CallDetail, CallFilter, CallSummary } from "./contract";
import { noSuchCall } from "./missing";
import { unshownIn } from "./shared/unshown";
import { type CallRow, getStatement, listStatement } from "./sql";

export { resend } from "./resend";
export { deleteExpired } from "./retention";
export { signed } from "./signed";

type Out<S extends z.ZodType> = z.output<S>;
type Filter = Out<typeof CallFilter>;

const pageSize = 50;

const summaryOf = (row: Out<typeof CallRow>): Out<typeof CallSummary> => ({
  ...row,
  displayName: displayNameOf(row),
  hasEvent: row.recordedEventId !== null,
});

/** One row per sending, newest first. `cursor` is the `next` of the page before. */
export async function list(workspaceId: string, { status, button, from, to, cursor }: Filter & { cursor?: string | undefined }) {
  const [at = null, id = null] = cursor ? readCursor(cursor) : [];
  const filters = [status ?? null, button ?? null, from ?? null, to ?? null];
  const found = await replica.read((on) => rows(on, listStatement)(workspaceId, ...filters, at, id, pageSize + 1));
  const { page, last } = pageOf(found, pageSize);
  return { items: page.map(summaryOf), next: last ? cursorFor({ at: last.startedAt, id: last.id }) : null };
}

const sendingColumns = {
  id: true,
  state: true,
  isSent: true,
  answerBy: true,
  isResend: true,
  agentName: true,
  replyStatus: true,
  startedAt: true,
  tookMs: true,
} as const;

/** What was sent, what came back and what became of it. @throws not_found */
export async function get(workspaceId: string, callId: string): Promise<Out<typeof CallDetail>> {
  const [row] = await rows(db(), getStatement)(workspaceId, callId);
  if (!row) throw noSuchCall();
  const sendings = await db().actionCall.findMany({
    where: { workspaceId, deliveryId: row.deliveryId },
    orderBy: [{ startedAt: "asc" }, { id: "asc" }],
    select: sendingColumns,
  });
  const { recordedEventId, eventName } = row;
  return {
    ...row,
    ...summaryOf(row),
    unshown: unshownIn(row.replyBody, { isRefusal: row.state === "refused" }),
    sendings: sendings.map(({ isSent, answerBy, ...one }) => ({
      ...one,
      state: one.state === "failed" && isSent && answerBy === null ? "unknown" : one.state,
    })),
    recordedEvent: recordedEventId === null ? null : { id: recordedEventId, event: eventName },
  };
}
