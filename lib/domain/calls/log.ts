import type { z } from "zod";
import { whoOf } from "@/lib/domain/people/shared/display-name";
import { AppError } from "@/lib/kernel/errors";
import { cursorFor, cursorOf } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import type { CallDetail, CallFilter, CallSummary } from "./contract";
import { CallRow, listStatement, oneStatement, WholeCallRow } from "./sql";

export { resend } from "./resend";
export { removeOld } from "./retention";

type Out<S extends z.ZodType> = z.output<S>;
type Filter = Out<typeof CallFilter>;

const pageOfCalls = 50;

const summaryOf = (row: Out<typeof CallRow>): Out<typeof CallSummary> => ({
  ...row,
  who: whoOf(row),
  hasEvent: row.recordedEventId !== null,
});

/** One row a sending, newest first. `before` is the `next` of the page before. */
export async function list(workspaceId: string, { status, button, from, to, before }: Filter & { before?: string | undefined }) {
  const [at = null, id = null] = before ? cursorOf(before) : [];
  const narrowed = [status ?? null, button ?? null, from ?? null, to ?? null];
  const found = await rows(db(), CallRow)(listStatement, workspaceId, ...narrowed, at, id, pageOfCalls + 1);
  const page = found.slice(0, pageOfCalls);
  const last = page.at(-1);
  return {
    calls: page.map(summaryOf),
    next: found.length > pageOfCalls && last ? cursorFor({ at: last.startedAt, id: last.id }) : null,
  };
}

const sendingColumns = {
  id: true,
  state: true,
  isResend: true,
  agentName: true,
  replyStatus: true,
  startedAt: true,
  tookMs: true,
} as const;

/** What was sent, what came back and what became of it. @throws not_found */
export async function get(workspaceId: string, callId: string): Promise<Out<typeof CallDetail>> {
  const [row] = await rows(db(), WholeCallRow)(oneStatement, workspaceId, callId);
  // 404, not 403: a stranger must not learn that this call exists.
  if (!row) throw new AppError("not_found", "There is no such call. Calls are kept for 30 days.");
  const sendings = await db().actionCall.findMany({
    where: { workspaceId, deliveryId: row.deliveryId },
    orderBy: [{ startedAt: "asc" }, { id: "asc" }],
    select: sendingColumns,
  });
  const { recordedEventId, eventName } = row;
  return {
    ...row,
    ...summaryOf(row),
    sendings,
    recordedEvent: recordedEventId === null ? null : { id: recordedEventId, event: eventName },
  };
}
