import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Translator } from "@/lib/messages";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { rows } from "@/lib/platform/db/rows";
import { type Actor, Area, Details, type Filter, What } from "./contract";
import { byteOrderMark, line } from "./csv";
import { linesOf, lineText, sentenceText } from "./shared/words";

const pageSize = 50;
const exportedAtOnce = 500;
const writtenAtOnce = 500;

type Tx = Pick<Prisma.TransactionClient, "auditEntry">;
type Doing = { what: What; subject: string; details?: Details | undefined };

/**
 * Writes down who did what, in the transaction that does it: neither is there without the other. `subject` and `details`
 * are read by every admin, and for ever.
 */
export const record = (tx: Tx, workspaceId: string, by: Actor, doing: Doing): Promise<void> => recordInAll(tx, [workspaceId], by, doing);

/** The same for many workspaces, when something was done to the whole installation. */
export async function recordInAll(
  tx: Tx,
  workspaceIds: readonly string[],
  { accountId, name: actor }: Actor,
  { what, subject, details = {} }: Doing,
): Promise<void> {
  const written = { accountId, actor, what, subject, details, createdAt: new Date() };
  for (let at = 0; at < workspaceIds.length; at += writtenAtOnce) {
    const data = workspaceIds.slice(at, at + writtenAtOnce).map((workspaceId) => ({ workspaceId, id: newId(), ...written }));
    await tx.auditEntry.createMany({ data });
  }
}

const kindsOf = (kind: NonNullable<Filter["kind"]>): What[] =>
  Area.safeParse(kind).success ? What.options.filter((what) => what.startsWith(`${kind}.`)) : [What.parse(kind)];

function matching(workspaceId: string, { actor, kind, from, until }: Filter): Prisma.AuditEntryWhereInput {
  return {
    workspaceId,
    ...(actor && { accountId: actor === "command-line" ? null : actor }),
    ...(kind && { what: { in: kindsOf(kind) } }),
    createdAt: { ...(from && { gte: from }), ...(until && { lt: until }) },
  };
}

type Place = { id: string; createdAt: Date };

/** The first condition looks redundant: it lets the index begin at the place instead of at the newest entry. */
const behind = ({ id, createdAt }: Place): Prisma.AuditEntryWhereInput[] => [
  { createdAt: { lte: createdAt } },
  { OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] },
];

async function read(workspaceId: string, filter: Filter, { after, most }: { after: Place | undefined; most: number }) {
  const rows = await db().auditEntry.findMany({
    where: { ...matching(workspaceId, filter), ...(after && { AND: behind(after) }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: most,
  });
  return rows.map(({ id, createdAt, accountId, actor, what, subject, details }) => ({
    ...{ id, createdAt, subject },
    actor: { accountId, name: actor },
    what: What.parse(what),
    details: Details.parse(details),
  }));
}

/** A page, newest first; `before` is the last id of the page before. @throws invalid_request when there is no such entry */
export async function list(workspaceId: string, { before, ...filter }: Filter & { before?: string | undefined }) {
  const after = before ? await placeOf(workspaceId, before) : undefined;
  const found = await read(workspaceId, filter, { after, most: pageSize + 1 });
  return { entries: found.slice(0, pageSize), hasEarlier: found.length > pageSize };
}

async function placeOf(workspaceId: string, id: string): Promise<Place> {
  const where = { workspaceId_id: { workspaceId, id } };
  const place = await db().auditEntry.findUnique({ where, select: { id: true, createdAt: true } });
  if (!place) throw new AppError("invalid_request", "before must be the id of an entry of this log.");
  return place;
}

const ActorRow = z.strictObject({ accountId: z.uuid().nullable(), name: z.string() });

/** Everybody who ever changed something, under their latest name: who was removed stays to be asked for. */
export async function actors(workspaceId: string): Promise<{ actors: Actor[] }> {
  const found = await rows(db(), ActorRow)`
    select distinct on (account_id) account_id as "accountId", actor as name from audit_entry
    where workspace_id = ${workspaceId}::uuid order by account_id, created_at desc, id desc`;
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

/** Every entry that is asked for, newest first, as the chunks of a CSV file; no more than one chunk is in memory. */
async function* csv(t: Translator<"audit">, workspaceId: string, filter: Filter): AsyncGenerator<string> {
  let text = byteOrderMark + line(columnsOf(t));
  for (let after: Place | undefined; ; ) {
    const entries = await read(workspaceId, filter, { after, most: exportedAtOnce });
    yield text + entries.map((entry) => rowOf(t, entry)).join("");
    text = "";
    after = entries.at(-1);
    if (entries.length < exportedAtOnce) return;
  }
}

type Found = Awaited<ReturnType<typeof read>>[number];

function rowOf(t: Translator<"audit">, { createdAt, actor, what, subject, details }: Found): string {
  const sentence = sentenceText(t, { actor, what, subject, details });
  const lines = linesOf(t, details).map((one) => lineText(t, one));
  return line([createdAt.toISOString(), actor.name, actor.accountId ?? "", what, subject, sentence, lines.join("\n")]);
}

/** The file that is asked for; its name says whose log it is and until when it goes. */
export const file = (t: Translator<"audit">, { id, slug }: { id: string; slug: string }, filter: Filter) => ({
  name: `audit-${slug}-${new Date().toISOString().slice(0, 10)}.csv`,
  type: "text/csv; charset=utf-8",
  chunks: csv(t, id, filter),
});
