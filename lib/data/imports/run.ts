import * as contacts from "@/lib/context/contacts";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { rows, run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import * as audit from "@/lib/workspace/audit";
import type { LineResult } from "./contract";
import { added, type Counts, endsAt, keyOf, lock, type Row } from "./row";
import { chunkStatement, madeStatement, ranStatement, removeNumberedStatement, removeThoseStatement } from "./sql";
import { grewOver, lookAtSizes } from "./statistics";
import { namesOf, putTags } from "./tags";
import { saidTypes, typed } from "./types";

/** Lines of a chunk: the linking lock of the workspace is held while it is written. */
const chunkLines = 500;

type Tx = Prisma.TransactionClient;

function resultOf(outcome: contacts.Outcome): LineResult {
  if (outcome.kind === "saved") return outcome.created ? "new" : "changed";
  return outcome.kind === "full" ? "refused" : "unchanged";
}

/**
 * Writes the contacts of the next lines, and in the same transaction how far it is: a killed process leaves both or neither. Returns how many
 * lines. @throws unavailable
 */
export async function runSome(workspaceId: string, id: string, max: number): Promise<number> {
  const done = await withLinkingLock(workspaceId, "change", async (tx) => {
    const row = await lock(tx, workspaceId, id);
    if (row?.state !== "running") return { count: 0, before: 0, outcomes: [], tags: [] };
    return runIn(tx, row, Math.max(1, Math.min(max, chunkLines)));
  });
  contacts.announceImported(workspaceId, done.outcomes);
  if (done.tags.length > 0) notify(workspaceId, { tags: done.tags });
  if (grewOver(done.before, done.outcomes.length)) await lookAtSizes();
  return done.count;
}

async function runIn(tx: Tx, row: Row, max: number) {
  const { workspaceId, id } = row;
  const chunk = await rows(tx, chunkStatement)(workspaceId, id, row.position, max);
  const lines = chunk.flatMap((line) => {
    const { userId, fields, attributes, isForgotten } = line;
    if (userId === null || !fields || !attributes || isForgotten || line.result === "refused") return [];
    return [{ ...line, imported: { userId, fields, attributes: typed(attributes, row.columns) } }];
  });
  const outcomes = await contacts.writeImported(
    tx,
    workspaceId,
    lines.map(({ imported }) => imported),
    saidTypes(row.columns),
  );
  // Fewer, where many have phones that others have: the chunk ends before the first that was not written.
  const next = lines[outcomes.length];
  const isLast = chunk.length < max && !next;
  const by = { accountId: row.runnerId, name: row.runner ?? row.actor };
  const tagged = outcomes.flatMap((outcome, at) => {
    const names = namesOf(lines[at]?.fields?.["tags"]);
    return outcome.kind === "saved" && names.length > 0 ? [{ at, contactId: outcome.id, names }] : [];
  });
  const tags = await putTags(tx, workspaceId, by, tagged);
  const header = row.columns.find(({ target }) => target?.kind === "tags")?.header ?? "tags";
  const notPut = new Map(
    tagged.map(({ at }, nth) => [at, (tags.notPut[nth] ?? []).map(({ name, ...why }) => ({ column: header, value: name, ...why }))]),
  );
  const counts: Counts = {};
  let { leftOut } = row;
  const changes = outcomes.flatMap((outcome, at) => {
    const { line, result: before, isShort } = lines[at] as (typeof lines)[number];
    const result = resultOf(outcome);
    if (result !== before) {
      counts[before] = (counts[before] ?? 0) - 1;
      counts[result] = (counts[result] ?? 0) + 1;
      if (isShort && result === "refused") leftOut -= 1;
    }
    const contactId = outcome.kind === "saved" && outcome.created ? outcome.id : null;
    const why = outcome.kind === "full" ? contacts.full : { reason: null };
    const without = notPut.get(at) ?? [];
    if (without.length > 0 && !isShort) leftOut += 1;
    const more = without.length > 0 ? { leftOut: without } : {};
    return result === before && contactId === null && without.length === 0 ? [] : [{ line, result, contactId, ...why, ...more }];
  });
  // They are removed anyway; until then nobody who was deleted comes back by one of them.
  const forgotten = chunk.filter(({ isForgotten, line }) => isForgotten && (!next || line < next.line));
  for (const { result, isShort } of forgotten) {
    counts[result] = (counts[result] ?? 0) - 1;
    if (isShort) leftOut -= 1;
  }
  if (forgotten.length > 0)
    await run(tx, removeNumberedStatement)(
      workspaceId,
      id,
      forgotten.map(({ line }) => line),
    );
  if (changes.length > 0) await run(tx, ranStatement)(workspaceId, id, JSON.stringify(changes));
  const saved = outcomes.flatMap((one) => (one.kind === "saved" ? one : []));
  const now = currentTime();
  const after = await tx.contactImport.update({
    where: keyOf(workspaceId, id),
    data: {
      position: next ? next.line - 1 : (chunk.at(-1)?.line ?? row.position),
      ranLines: row.ranLines + outcomes.length,
      written: row.written + saved.length,
      created: row.created + saved.filter(({ created }) => created).length,
      counts: added(row.counts, counts),
      leftOut,
      lines: { decrement: forgotten.length },
      keptLines: { decrement: forgotten.length },
      attempts: 0,
      steppedAt: now,
      ...(isLast ? { state: "done", finishedAt: now, expiresAt: endsAt(now) } : {}),
    },
  });
  if (isLast) {
    const details = { created: after.created, changed: after.written - after.created };
    await audit.record(tx, workspaceId, by, { what: "import.ran", subject: row.fileName, details });
  }
  return { count: Math.max(1, chunk.length), before: row.ranLines, outcomes, tags: tags.made };
}

/** Removes the next of the contacts that only this import made. Returns how many it looked at. @throws unavailable */
export async function undoSome(workspaceId: string, id: string, max: number): Promise<number> {
  const done = await withLinkingLock(workspaceId, "change", async (tx) => {
    const row = await lock(tx, workspaceId, id);
    if (row?.state !== "undoing") return { count: 0, gone: [] };
    const size = Math.max(1, Math.min(max, chunkLines));
    const made = await rows(tx, madeStatement)(workspaceId, id, row.position, size);
    const ids = await contacts.unmake(
      tx,
      workspaceId,
      made.map(({ contactId }) => contactId),
    );
    const unmade = new Set(ids);
    const gone = made.flatMap(({ contactId, userId }) => (unmade.has(contactId) ? [{ id: contactId, userId }] : []));
    const removedLines = await run(tx, removeThoseStatement)(
      workspaceId,
      id,
      gone.map(({ userId }) => userId),
    );
    const removed = row.removed + gone.length;
    const isLast = made.length < size;
    await tx.contactImport.update({
      where: keyOf(workspaceId, id),
      data: {
        ...{
          position: made.at(-1)?.line ?? row.position,
          removed,
          attempts: 0,
          steppedAt: currentTime(),
          keptLines: { decrement: removedLines },
        },
        // Lines of contacts that were deleted meanwhile are gone: those contacts were not removed by this.
        ...(isLast ? { state: "undone", stayed: row.created - removed } : { stayed: row.stayed + made.length - gone.length }),
      },
    });
    return { count: Math.max(1, made.length), gone };
  });
  await contacts.announceUnmade(workspaceId, done.gone);
  return done.count;
}
