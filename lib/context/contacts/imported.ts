import { newId } from "@/lib/kernel/ids";
import { neighbours } from "@/lib/kernel/items";
import { relinkChats } from "@/lib/people/relink-chats";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { emptyBatchOf } from "@/lib/webhooks/retention";
import * as requests from "@/lib/workspace/request-log";
import type { ContactItem } from "./contract";
import { freePhones, writeTogetherIn } from "./free";
import { changePhoneIn, followed, hasPhone, type Job, jobOf, type Named, tooManyAttributes, upsert } from "./put";
import { scheduleRemoval } from "./removal";
import { attributeTypesStatement, judgeStatement, lockAllStatement, removeUnchangedStatement } from "./sql";

/** A contact of a file: what a PUT of it would change. No value is removed. */
export type Imported = { userId: string; fields: Job["fields"]; attributes: Record<string, string | number | boolean> };
/** What was done with it. `full`: it would have too many attributes. */
export type Outcome = { kind: "unchanged" } | { kind: "full" } | { kind: "saved"; id: string; created: boolean; people: readonly string[] };

/** What a PUT of a contact with these values would change. @throws invalid_request when it has too many attributes by itself */
export function importedOf({ userId, ...input }: ContactItem): Imported {
  const { fields, attributes } = jobOf("", userId, input);
  return { userId, fields, attributes: attributes as Imported["attributes"] };
}

/** Why a contact is refused that would have too many attributes: the sentence, and the same as data. */
export const full = (({ message, refusal }) => ({ reason: message, refusal }))(tooManyAttributes());

/** So many contacts that were seen last say which types attributes have, besides those that are named. */
const sampled = 200;
const typeNames: Readonly<Record<string, "text" | "number" | "boolean">> = { string: "text", number: "number", boolean: "boolean" };

/** The type that each of these attributes has with all contacts that are looked at: those with these userIds, and those that were seen last. */
export async function attributeTypes(workspaceId: string, names: readonly string[], userIds: readonly string[]) {
  const found = names.length === 0 ? [] : await rows(db(), attributeTypesStatement)(workspaceId, names, userIds, sampled);
  return new Map(
    found.flatMap(({ name, types }) => {
      const type = types.length === 1 ? typeNames[types[0] ?? ""] : undefined;
      return type ? [[name, type] as const] : [];
    }),
  );
}

/** So many whose phones other contacts or people have: each needs statements of its own. */
const maxSlow = 50;

type Looked = { job: Job; outcome?: Outcome };

/**
 * Writes contacts of a file, as PUTs one after the other would, within a transaction that holds the linking lock for `change`. What a contact
 * has already is not written; of the attributes in `said` the type counts, too. Returns what was done with the first of them: fewer where many have phones
 * that are known. `announceImported` comes after the commit.
 */
export async function writeImported(
  tx: Prisma.TransactionClient,
  workspaceId: string,
  all: readonly Imported[],
  said: readonly string[],
): Promise<Outcome[]> {
  if (all.length === 0) return [];
  const looked = await lookAt(tx, workspaceId, all, said);
  const outcomes = new Map<Job, Outcome>();
  const jobs = looked.filter(({ outcome }) => !outcome).map(({ job }) => job);
  for (const round of neighbours(jobs, { max: jobs.length, keyOf: ({ userId }) => userId }))
    for (const [at, named] of (await writeRound(tx, workspaceId, round)).entries()) outcomes.set(round[at] as Job, outcomeOf(named));
  return looked.map(({ job, outcome }) => outcome ?? (outcomes.get(job) as Outcome));
}

const outcomeOf = (named: Named): Outcome =>
  named.kind === "full"
    ? { kind: "full" }
    : { kind: "saved", id: named.contact.id, created: named.contact.created, people: named.contact.people ?? [] };

async function lookAt(tx: Runner, workspaceId: string, all: readonly Imported[], said: readonly string[]): Promise<Looked[]> {
  const judged = await rows(tx, judgeStatement)(workspaceId, JSON.stringify(all), said);
  const phones = judged.flatMap(({ i, phone }) => {
    const sent = all[i - 1]?.fields.phone;
    return sent && sent !== phone ? [sent] : [];
  });
  const take = await freePhones(tx, workspaceId, phones);
  const looked: Looked[] = [];
  let slow = 0;
  for (const { i, judged: what, userId, phone, attributes } of judged) {
    const { fields } = all[i - 1] as Imported;
    const job: Job = { workspaceId, id: newId(), userId, fields, attributes };
    if (what === "unchanged" || what === "refused") {
      looked.push({ job, outcome: { kind: what === "unchanged" ? what : "full" } });
      continue;
    }
    const sent = fields.phone;
    if (!sent || sent === phone) {
      looked.push({ job });
      continue;
    }
    // The next one with this phone finds it taken.
    const isFree = take(sent) && phone === null;
    if (!isFree && ++slow > maxSlow) break;
    looked.push({ job: isFree ? { ...job, isFree } : job });
  }
  return looked;
}

async function writeRound(tx: Prisma.TransactionClient, workspaceId: string, round: readonly Job[]): Promise<Named[]> {
  const written = await writeTogetherIn(tx, workspaceId, round);
  const all: Named[] = [];
  // Phones change in the order of the file: of two contacts, the one that had it first keeps its chats.
  for (const [at, job] of round.entries())
    all.push(written[at] ?? (await followed(job, (named) => (hasPhone(named) ? changePhoneIn(tx, named) : upsert(tx, named, 0)))));
  return all;
}

/** Notifies open screens of what was written. */
export function announceImported(workspaceId: string, outcomes: readonly Outcome[]): void {
  const saved = outcomes.flatMap((one) => (one.kind === "saved" ? one : []));
  if (saved.length === 0) return;
  notify(workspaceId, { contacts: saved.map(({ id }) => id), people: saved.flatMap(({ people }) => people) });
}

/**
 * Deletes those of these contacts that are as they were made, and that nothing belongs to, within a transaction that holds the linking lock for
 * `change`. Returns their ids; `announceUnmade` comes after the commit.
 */
export async function unmake(tx: Prisma.TransactionClient, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const locked = await rows(tx, lockAllStatement)(workspaceId, ids);
  const gone = await rows(tx, removeUnchangedStatement)(workspaceId, ids, currentTime());
  const removed = new Set(gone.map(({ id }) => id));
  await relinkChats(tx, workspaceId, { phones: locked.flatMap(({ id, phone }) => (removed.has(id) ? [phone] : [])) });
  return [...removed];
}

/** Notifies open screens, takes them out of webhooks and their userIds out of the request log, and starts the removal of what is left. */
export async function announceUnmade(workspaceId: string, gone: readonly { id: string; userId: string }[]): Promise<void> {
  if (gone.length === 0) return;
  notify(workspaceId, { contacts: gone.map(({ id }) => id) });
  scheduleRemoval();
  // All at once: the removal would look at one after the other.
  const contactIds = gone.map(({ id }) => id);
  while ((await withRetry(() => emptyBatchOf(workspaceId, { contactIds }))) > 0);
  await requests.forgetAll(
    workspaceId,
    gone.map(({ userId }) => userId),
  );
}
