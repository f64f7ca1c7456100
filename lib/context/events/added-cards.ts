import type { z } from "zod";
import type { Added } from "@/lib/platform/notify";
import type { Level } from "./shared/level";
import type { RecordedRow } from "./sql";

type Row = Pick<z.output<typeof RecordedRow>, "id" | "chats" | "contactId" | "personId" | "occurredAt" | "receivedAt">;
type Job = { event: string; level: Level; properties: Record<string, unknown> };
export type Recorded = { job: Job; row: Row };

const ownerOf = ({ contactId, personId }: Row) => contactId ?? personId;

/**
 * A problem that happened earlier, or was recorded together with an info event of the same owner, may be closed already: only the
 * database knows. What closes one at the same moment elsewhere is found by the panel.
 */
const mayBeClosed = ({ job, row }: Recorded, all: readonly Recorded[]): boolean =>
  job.level === "problem" &&
  (row.occurredAt.getTime() !== row.receivedAt.getTime() ||
    all.some((other) => other.job.level === "info" && ownerOf(other.row) === ownerOf(row)));

/** As PostgreSQL keeps the names of a jsonb: the shorter first, then by their bytes. So the card is the same when it is read again. */
function asStored(properties: Record<string, unknown>): Record<string, unknown> {
  const named = Object.entries(properties).map(([name, value]) => ({ bytes: Buffer.from(name), name, value }));
  named.sort((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes));
  return Object.fromEntries(named.map(({ name, value }) => [name, value]));
}

/** The cards that these events were posted as, without reading them. */
export const addedCards = (recorded: readonly Recorded[]): Added[] =>
  recorded.flatMap((one) => (mayBeClosed(one, recorded) ? [] : one.row.chats.map((chat) => cardIn(chat, one))));

/** As the chat's items are read, which a test compares: events are recorded without knowing of chats. */
function cardIn({ id: chatId, itemId, itemSeq }: Row["chats"][number], { job, row }: Recorded): Added {
  const { event, level } = job;
  const [occurredAt, createdAt] = [row.occurredAt.toISOString(), row.receivedAt.toISOString()];
  const card = { deleted: false, eventId: row.id, event, level, properties: asStored(job.properties), occurredAt, closed: null };
  const item = { id: itemId, seq: itemSeq, createdAt, kind: "card", card };
  return { chatId, item };
}
