import type { Item } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
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
type Asked = Job | AppError;

/**
 * Creates or updates the contacts of a batch (contract §9): neighbours that are different contacts share statements, as PUTs that arrive
 * together do, and phones change in the order of the batch. What is refused stops no other; `isAtomic`: then nothing is written.
 * @throws unavailable when nothing of an atomic batch was written
 */
export async function putAll(workspaceId: string, items: readonly Item<ContactItem>[], isAtomic: boolean): Promise<Answer[]> {
  const asked = await withoutAliases(
    workspaceId,
    items.map((item) => askedBy(workspaceId, item)),
  );
  const jobs = asked.flatMap((one) => (one instanceof AppError ? [] : one));
  if (isAtomic) return putAtomically(workspaceId, asked, jobs);
  const until = performance.now() + batchTimeoutMs;
  const written = new Map<Job, Named | Error>();
  for (const round of roundsOf(jobs)) {
    const done = await writeRound(round, until);
    for (const [at, one] of done.entries()) written.set(round[at] as Job, one);
    announce(
      workspaceId,
      done.flatMap((one) => (one instanceof Error ? [] : one)),
    );
  }
  return answersOf(asked, written);
}

/** @returns the error of an item that is refused before the database is asked */
function askedBy(workspaceId: string, { input }: Item<ContactItem>): Asked {
  if (input instanceof AppError) return input;
  const { userId, ...fields } = input;
  try {
    return jobOf(workspaceId, userId, fields);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Names the contacts of aliases, so that what is sent of one contact by two userIds takes effect in its order. */
async function withoutAliases(workspaceId: string, asked: readonly Asked[]): Promise<Asked[]> {
  const userIds = asked.flatMap((one) => (one instanceof AppError ? [] : one.userId));
  if (userIds.length === 0) return [...asked];
  const found = await rows(db(), aliasesStatement)(workspaceId, [...new Set(userIds)]);
  const contacts = new Map(found.map(({ alias, userId }) => [alias, userId]));
  return asked.map((one) => (one instanceof AppError ? one : { ...one, userId: contacts.get(one.userId) ?? one.userId }));
}

function answersOf(asked: readonly Asked[], written: ReadonlyMap<Job, Named | Error>): (Put | Error)[] {
  return asked.map((one) => {
    const done = one instanceof AppError ? one : (written.get(one) ?? overloaded());
    if (done instanceof Error) return done;
    try {
      return answerOf(done);
    } catch (error) {
      return error as Error;
    }
  });
}

/** Neighbours that are different contacts. */
function roundsOf(jobs: readonly Job[]): Job[][] {
  const { max } = perBatch();
  const rounds: Job[][] = [];
  let userIds = new Set<string>();
  for (const job of jobs) {
    const last = rounds.at(-1);
    if (last && last.length < max && !userIds.has(job.userId)) last.push(job);
    else {
      rounds.push([job]);
      userIds = new Set();
    }
    userIds.add(job.userId);
  }
  return rounds;
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

async function putAtomically(workspaceId: string, asked: readonly Asked[], jobs: readonly Job[]): Promise<Answer[]> {
  const contacts = [...new Map(jobs.map((job) => [job.userId, job])).values()];
  let written = new Map<Job, Named>();
  const answers = await enqueueAll(contacts, () =>
    allOrNone(workspaceId, jobs.some(hasPhone) ? "change" : "read", async (tx) => {
      written = new Map();
      for (const job of jobs)
        written.set(job, await followed(job, (named) => (hasPhone(named) ? changePhoneIn(tx, named) : upsert(tx, named, 0))));
      return answersOf(asked, written);
    }),
  );
  if (!answers.some((one) => one instanceof Error)) announce(workspaceId, [...written.values()]);
  return answers;
}
