/**
 * The audit log keeps each change of a setting, each sign-in and each sign-out of a workspace permanently. Calls of the public API are
 * in the request log instead.
 */

import { z } from "zod";
import { byteOrderMark, csvLine, csvType, datedName } from "@/lib/kernel/csv";
import { newId } from "@/lib/kernel/ids";
import { cursorFor, pageOf, readCursor } from "@/lib/kernel/page";
import type { Translator } from "@/lib/messages";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import * as replica from "@/lib/platform/db/replica";
import { rows } from "@/lib/platform/db/rows";
import { type Actor, Area, Details, EntryKind, type Filter } from "./contract";
import { describeEntry, detailLines, lineText } from "./shared/describe";

const pageSize = 50;
const exportBatchSize = 100;
const insertBatchSize = 500;

type Tx = Pick<Prisma.TransactionClient, "auditEntry">;
type Change = { what: EntryKind; subject: string; details?: Details | undefined };

/**
 * Records who did what in the transaction that does it, so that neither is committed without the other. Every admin can read
 * `subject` and `details`, for ever.
 */
export const record = (tx: Tx, workspaceId: string, by: Actor, change: Change): Promise<void> => recordInAll(tx, [workspaceId], by, change);

/** The same for many workspaces, when something was done to the whole installation. */
export async function recordInAll(
  tx: Tx,
  workspaceIds: readonly string[],
  { accountId, name: actor }: Actor,
  { what, subject, details = {} }: Change,
): Promise<void> {
  const entry = { accountId, actor, what, subject, details, createdAt: currentTime() };
  for (let at = 0; at < workspaceIds.length; at += insertBatchSize) {
    const data = workspaceIds.slice(at, at + insertBatchSize).map((workspaceId) => ({ workspaceId, id: newId(), ...entry }));
    await tx.auditEntry.createMany({ data });
  }
}

const kindsOf = (kind: NonNullable<Filter["kind"]>): EntryKind[] =>
  Area.safeParse(kind).success ? EntryKind.options.filter((what) => what.startsWith(`${kind}.`)) : [EntryKind.parse(kind)];

function matching(workspaceId: string, { actor, kind, from, to }: Filter): Prisma.AuditEntryWhereInput {
  return {
    workspaceId,
    ...(actor && { accountId: actor === "command-line" ? null : actor }),
    ...(kind && { what: { in: kindsOf(kind) } }),
    createdAt: { ...(from && { gte: from }), ...(to && { lt: to }) },
  };
}

type Cursor = { id: string; createdAt: Date };

/** The first condition looks redundant: it lets the index scan start at the cursor instead of at the newest entry. */
const afterCursor = ({ id, createdAt }: Cursor): Prisma.AuditEntryWhereInput[] => [
  { createdAt: { lte: createdAt } },
  { OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] },
];

async function read(workspaceId: string, filter: Filter, { after, max }: { after: Cursor | undefined; max: number }) {
  const rows = await replica.read((on) =>
    on.auditEntry.findMany({
      where: { ...matching(workspaceId, filter), ...(after && { AND: afterCursor(after) }) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: max,
    }),
  );
  return rows.map(({ id, createdAt, accountId, actor, what, subject, details }) => ({
    ...{ id, createdAt, subject },
    actor: { accountId, name: actor },
    what: EntryKind.parse(what),
    details: Details.parse(details),
  }));
}

/** A page, newest first; `cursor` is the `next` of the page before. @throws invalid_cursor */
export async function list(workspaceId: string, { cursor, ...filter }: Filter & { cursor?: string | undefined }) {
  const [createdAt, id] = cursor ? readCursor(cursor) : [];
  const after = createdAt && id ? { createdAt, id } : undefined;
  const { page, last } = pageOf(await read(workspaceId, filter, { after, max: pageSize + 1 }), pageSize);
  return { items: page, next: last ? cursorFor({ at: last.createdAt, id: last.id }) : null };
}

const ActorRow = z.strictObject({ accountId: z.uuid().nullable(), name: z.string() });

/** Everybody who ever changed something, under their latest name. Removed members stay in the list, as a filter. */
export async function actors(workspaceId: string): Promise<{ actors: Actor[] }> {
  const found = await replica.read(
    (on) => rows(on, { row: ActorRow, workspace: workspaceId })`
    select distinct on (account_id) account_id as "accountId", actor as name from audit_entry
    where workspace_id = ${workspaceId}::uuid order by account_id, created_at desc, id desc`,
  );
  return { actors: found.sort((a, b) => a.name.localeCompare(b.name, "en")) };
}

const columnsOf = (t: Translator<"audit">): string[] => [
  t("columns.time"),
  t("columns.who"),
  t("columns.account"),
  t("columns.kind"),
  t("columns.subject"),
  t("columns.what"),
  t("columns.details"),
];

/** Every entry that matches the filter, newest first, as the lines of a CSV file; at most one batch is in memory. */
async function* csv(t: Translator<"audit">, workspaceId: string, filter: Filter): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columnsOf(t));
  for (let after: Cursor | undefined; ; ) {
    const entries = await read(workspaceId, filter, { after, max: exportBatchSize });
    for (const entry of entries) yield rowOf(t, entry);
    after = entries.at(-1);
    if (entries.length < exportBatchSize) return;
  }
}

type StoredEntry = Awaited<ReturnType<typeof read>>[number];

function rowOf(t: Translator<"audit">, { createdAt, actor, what, subject, details }: StoredEntry): string {
  const text = describeEntry(t, { actor, what, subject, details });
  const lines = detailLines(t, details).map((one) => lineText(t, one));
  return csvLine([createdAt.toISOString(), actor.name, actor.accountId ?? "", what, subject, text, lines.join("\n")]);
}

/** The export; its file name has the workspace's slug and the day of the export. */
export const file = (t: Translator<"audit">, { id, slug }: { id: string; slug: string }, filter: Filter) => ({
  name: datedName("audit", slug, "csv"),
  type: csvType,
  parts: csv(t, id, filter),
});
