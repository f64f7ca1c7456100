import type { z } from "zod";
import { AppError, refusal } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { relinkChats } from "@/lib/people/relink-chats";
import { rawClient } from "@/lib/platform/db";
import { type BatchesByShard, batched, newQueues, perBatch } from "@/lib/platform/db/batch";
import type { Prisma } from "@/lib/platform/db/client/client";
import { overloaded, withRetry } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type LockQueues, ReadWriteLock } from "@/lib/platform/db/read-write-lock";
import { type Queries, rows } from "@/lib/platform/db/rows";
import { queueTimeoutMs } from "@/lib/platform/db/timeouts";
import { notify } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { type ContactInput, maxAttributes } from "./contract";
import { recordPhoneConflict } from "./phones";
import { aliasStatement, linkedChatsStatement, phoneStatement, putStatement, putTogetherStatement, type SavedRow } from "./sql";

/** One PUT on its way into a statement. `fields` has what was sent; `attributes` what changes, with null for what is removed. */
export type Job = {
  workspaceId: string;
  id: string;
  userId: string;
  fields: Omit<ContactInput, "attributes"> & { emailKey?: string | null };
  attributes: NonNullable<ContactInput["attributes"]>;
  /** Nobody has its phone, and the linking lock is held: no chat has to be linked. */
  isFree?: boolean;
};
type Saved = z.output<typeof SavedRow> & { people?: string[] };
/** `full`: it would have too many attributes. `alias`: the userId is that of the contact `userId` by now. */
export type Written = { kind: "saved"; contact: Saved } | { kind: "full" } | { kind: "alias"; userId: string };
/** What is written to the contact itself. */
export type Named = Exclude<Written, { kind: "alias" }>;
/** The contact after a PUT. `changed`: names of what is other than before, attributes as `attributes.plan`. */
export type Put = {
  contact: Omit<Saved, "id" | "people" | "created" | "linkedChats" | "before">;
  linkedChats: number;
  created: boolean;
  changed: string[];
};
/** `undecided`: not written without the linking lock. The phone would change, the attributes are too many, or the contact is being made. */
type Tried = Written | { kind: "undecided" };

declare module "@/lib/platform/runtime" {
  interface Runtime {
    contactWrites: BatchesByShard<Job, Tried>;
    /** The PUTs that take turns to write a contact. */
    contactTurns: LockQueues;
  }
}

const turns = new ReadWriteLock(1, () => singleton("contactTurns", () => new Map()));

/**
 * Creates or updates a contact (spec §4.1); only the fields in `input` change. Runs one statement, together with the PUTs of other
 * contacts, and when the phone changes one transaction that also relinks chats. PUTs of one contact are written in the order in which
 * they arrive, each by a statement of its own, so that each answer shows what its PUT did.
 * @throws invalid_request when the merge would leave more than 100 attributes
 */
export async function put(workspaceId: string, userId: string, input: ContactInput): Promise<Put> {
  const job = jobOf(workspaceId, userId, input);
  const written = await followed(job, (named) =>
    enqueue(named, async () => {
      const tried = await write(named);
      return tried.kind === "undecided" ? changePhone(named) : tried;
    }),
  );
  const answer = answerOf(written);
  announce(workspaceId, [written]);
  return answer;
}

/** What a PUT is answered. @throws invalid_request when the contact would have too many attributes */
export function answerOf(written: Named): Put {
  if (written.kind === "full") throw tooManyAttributes();
  const { id: _, people: __, created, linkedChats, before, ...contact } = written.contact;
  return { contact, linkedChats, created, changed: changesOf(written.contact) };
}

const nothing = { name: null, email: null, phone: null, attributes: {} };

/** Names of what a PUT changed; of a new contact all that it has. */
function changesOf({ before, ...after }: Saved): string[] {
  const was = before ?? nothing;
  const fields = (["name", "email", "phone"] as const).filter((field) => was[field] !== after[field]);
  const old = new Map<string, unknown>(Object.entries(was.attributes));
  const now = new Map<string, unknown>(Object.entries(after.attributes));
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  return [...fields, ...names.map((name) => `attributes.${name}`)];
}

/** Follows an alias to its contact, which may be merged in its turn meanwhile. */
export async function followed(job: Job, write: (named: Job) => Promise<Written>): Promise<Named> {
  for (let named = job; ; ) {
    const written = await write(named);
    if (written.kind !== "alias") return written;
    named = { ...job, userId: written.userId };
  }
}

/** Notifies open screens of the contacts that changed. */
export function announce(workspaceId: string, written: readonly Written[]): void {
  const isOther = (saved: Saved) => saved.created || (saved.people ?? []).length > 0 || changesOf(saved).length > 0;
  const saved = written.flatMap((one) => (one.kind === "saved" && isOther(one.contact) ? one.contact : []));
  if (saved.length === 0) return;
  notify(workspaceId, { contacts: saved.map(({ id }) => id), people: saved.flatMap(({ people = [] }) => people) });
}

/** @throws invalid_request when it has too many attributes by itself */
export function jobOf(workspaceId: string, userId: string, { attributes = {}, ...sent }: ContactInput): Job {
  if (Object.values(attributes).filter((value) => value !== null).length > maxAttributes) throw tooManyAttributes();
  const fields = { ...sent, ...(sent.email === undefined ? {} : { emailKey: sent.email?.toLowerCase() ?? null }) };
  return { workspaceId, id: newId(), userId, fields, attributes };
}

export const tooManyAttributes = () =>
  new AppError(
    "invalid_request",
    `attributes must have at most ${maxAttributes} keys after the merge. Remove some by setting them to null.`,
    {},
    refusal("tooManyAttributes", { max: maxAttributes }),
  );

export const hasPhone = ({ fields }: Job): boolean => fields.phone !== undefined;

/** Writes of one contact take turns, in the order in which they ask. @throws unavailable */
export const enqueue = <T>(job: Job, work: () => Promise<T>): Promise<T> => enqueueAll([job], work);

/** The same for different contacts. All are asked for at once, so that two who need the same ones do not wait for each other. */
export async function enqueueAll<T>(jobs: readonly Job[], work: () => Promise<T>): Promise<T> {
  const limit = { until: performance.now() + queueTimeoutMs, expired: overloaded };
  const asked = await Promise.allSettled(jobs.map(({ workspaceId, userId }) => turns.acquire(`${workspaceId} ${userId}`, "change", limit)));
  try {
    for (const one of asked) if (one.status === "rejected") throw one.reason;
    return await work();
  } finally {
    for (const one of asked) if (one.status === "fulfilled") one.value();
  }
}

export const write = batched<Job, Tried>(writeTogether, writeSingle, {
  queues: () => singleton("contactWrites", newQueues),
  options: perBatch,
});

/** Without a row, one with a phone needs the linking lock; another one has no result: it is written by itself, which says why. */
async function writeTogether(jobs: Job[], lockMs: number): Promise<(Tried | undefined)[]> {
  const tried = jobs.map((job): Tried | undefined => (hasPhone(job) ? { kind: "undecided" } : undefined));
  for (const { i, ...contact } of await rows(rawClient, putTogetherStatement)(JSON.stringify(jobs), String(lockMs)))
    tried[i - 1] = { kind: "saved", contact };
  return tried;
}

/** At first as one of a list, which locks the row before it looks at it: what another instance has just changed is not changed by this one. */
async function writeSingle(job: Job, lockMs: number): Promise<Tried> {
  const [tried] = await withRetry(() => writeTogether([job], lockMs));
  return tried ?? withRetry(() => upsert(rawClient, job, lockMs));
}

/** With a phone it needs the linking lock. */
export async function upsert(on: Queries, { workspaceId, id, userId, fields, attributes }: Job, waitMs: number): Promise<Written> {
  const sent = [JSON.stringify(fields), JSON.stringify(attributes), String(waitMs)];
  const [contact] = await rows(on, putStatement)(workspaceId, id, userId, ...sent);
  if (contact) return { kind: "saved", contact };
  const [alias] = await rows(on, aliasStatement)(workspaceId, userId);
  return alias ? { kind: "alias", ...alias } : { kind: "full" };
}

/** Reads the previous phone under the same lock as the change, so that the people with that phone are relinked too. */
export const changePhone = (job: Job): Promise<Written> => withLinkingLock(job.workspaceId, "change", (tx) => changePhoneIn(tx, job));

/** The same within a transaction that holds the linking lock for `change`. */
export async function changePhoneIn(tx: Prisma.TransactionClient, job: Job): Promise<Written> {
  const { workspaceId, userId } = job;
  const [before] = await rows(tx, phoneStatement)(workspaceId, userId);
  const written = await upsert(tx, job, 0);
  if (written.kind !== "saved") return written;
  const saved = written.contact;
  const people = await relinkChats(tx, workspaceId, { contactId: saved.id, phones: [before?.phone, saved.phone] });
  if (saved.phone !== null) await recordPhoneConflict(tx, workspaceId, { id: saved.id, phone: saved.phone });
  const [{ linkedChats } = saved] = await rows(tx, linkedChatsStatement)(workspaceId, saved.id);
  return { kind: "saved", contact: { ...saved, linkedChats, people } };
}
