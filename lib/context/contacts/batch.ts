import type { Item } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { type Asked, answersOf, asked, jobsIn, neighbours } from "@/lib/kernel/items";
import { db } from "@/lib/platform/db";
import { allOrNone } from "@/lib/platform/db/all-or-none";
import { perBatch } from "@/lib/platform/db/batch";
import { overloaded } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { batchTimeoutMs } from "@/lib/platform/db/timeouts";
import type { ContactItem } from "./contract";
import {
  announce,
  answerOf,
  changePhone,
  changePhoneIn,
  enqueue,
  enqueueAll,
  followed,
  hasPhone,
  type Job,
  jobOf,
  type Named,
  type Put,
  upsert,
  write,
} from "./put";
import { aliasesStatement } from "./sql";

/** What a PUT of the contact alone would be answered; undefined for what was not written because another one must not be. */
type Answer = Put | Error | undefined;

/**
 * Creates or updates the contacts of a batch (contract §9): neighbours that are different contacts share statements, as PUTs that arrive
 * together do, and phones change in the order of the batch. What is refused stops no other; `isAtomic`: then nothing is written.
 * @throws unavailable when nothing of an atomic batch was written
 */
export async function putAll(workspaceId: string, items: readonly Item<ContactItem>[], isAtomic: boolean): Promise<Answer[]> {
  const all = await withoutAliases(
    workspaceId,
    items.map(({ input }) => asked(() => jobFrom(workspaceId, input))),
  );
  const jobs = jobsIn(all);
  if (isAtomic) return putAtomically(workspaceId, all, jobs);
  const until = performance.now() + batchTimeoutMs;
  const written = new Map<Job, Named | Error>();
  const { max } = perBatch();
  for (const round of neighbours(jobs, { max, keyOf: ({ userId }) => userId })) {
    const done = await writeRound(round, until);
    for (const [at, one] of done.entries()) written.set(round[at] as Job, one);
    announce(
      workspaceId,
      done.flatMap((one) => (one instanceof Error ? [] : one)),
    );
  }
  return answersOf(all, written, answerFrom);
}

/** @throws the error of an item that is refused */
function jobFrom(workspaceId: string, input: Item<ContactItem>["input"]): Job {
  if (input instanceof AppError) throw input;
  const { userId, ...fields } = input;
  return jobOf(workspaceId, userId, fields);
}

/** @throws unavailable for one that was not tried */
function answerFrom(_: Job, written: Named | undefined): Put {
  if (!written) throw overloaded();
  return answerOf(written);
}

/** Names the contacts of aliases, so that what is sent of one contact by two userIds takes effect in its order. */
async function withoutAliases(workspaceId: string, all: readonly Asked<Job>[]): Promise<Asked<Job>[]> {
  const userIds = jobsIn(all).map(({ userId }) => userId);
  if (userIds.length === 0) return [...all];
  const found = await rows(db(), aliasesStatement)(workspaceId, [...new Set(userIds)]);
  const contacts = new Map(found.map(({ alias, userId }) => [alias, userId]));
  return all.map((one) => (one instanceof AppError ? one : { ...one, userId: contacts.get(one.userId) ?? one.userId }));
}

/**
 * Contacts wait for their turns together, so that two batches with the same contacts do not wait for each other. A phone changes when those
 * before it have: of two contacts, the one that had it first keeps its chats.
 */
function writeRound(round: readonly Job[], until: number): Promise<(Named | Error)[]> {
  let before: Promise<unknown> = Promise.resolve();
  const all = round.map((job) => {
    const earlier = before;
    const done = followed(job, (named) =>
      enqueue(named, async () => {
        if (performance.now() > until) throw overloaded();
        const tried = await write(named);
        if (tried.kind !== "undecided") return tried;
        await earlier;
        if (performance.now() > until) throw overloaded();
        return changePhone(named);
      }),
    ).catch((error: Error) => error);
    before = Promise.all([earlier, done]);
    return done;
  });
  return Promise.all(all);
}

async function putAtomically(workspaceId: string, all: readonly Asked<Job>[], jobs: readonly Job[]): Promise<Answer[]> {
  const contacts = [...new Map(jobs.map((job) => [job.userId, job])).values()];
  let written = new Map<Job, Named>();
  const answers = await enqueueAll(contacts, () =>
    allOrNone(workspaceId, jobs.some(hasPhone) ? "change" : "read", async (tx) => {
      written = new Map();
      for (const job of jobs)
        written.set(job, await followed(job, (named) => (hasPhone(named) ? changePhoneIn(tx, named) : upsert(tx, named, 0))));
      return answersOf(all, written, answerFrom);
    }),
  );
  if (!answers.some((one) => one instanceof Error)) announce(workspaceId, [...written.values()]);
  return answers;
}
