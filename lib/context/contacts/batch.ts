import type { Item } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { type Asked, answersOf, asked, jobsIn, neighbours } from "@/lib/kernel/items";
import { db } from "@/lib/platform/db";
import { allOrNone } from "@/lib/platform/db/all-or-none";
import { perBatch } from "@/lib/platform/db/batch";
import type { Prisma } from "@/lib/platform/db/client/client";
import { overloaded } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import type { Mode } from "@/lib/platform/db/read-write-lock";
import { rows } from "@/lib/platform/db/rows";
import { batchTimeoutMs } from "@/lib/platform/db/timeouts";
import { undone } from "@/lib/platform/db/undone";
import type { ContactInput, ContactItem } from "./contract";
import { withFree, writeTogetherIn } from "./free";
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

type Options = { atomic: boolean; dryRun: boolean };

/**
 * Creates or updates the contacts of a batch (contract §9): neighbours that are different contacts share statements, as PUTs that arrive
 * together do, and phones change in the order of the batch. What is refused stops no other; `atomic`: then nothing is written. `dryRun`: nothing
 * is in any case. @throws unavailable when nothing of an atomic batch was written
 */
export async function putAll(workspaceId: string, items: readonly Item<ContactItem>[], { atomic, dryRun }: Options): Promise<Answer[]> {
  const all = await withoutAliases(
    workspaceId,
    items.map(({ input }) => asked(() => jobFrom(workspaceId, input))),
  );
  const jobs = jobsIn(all);
  if (dryRun) return rehearse(workspaceId, all, jobs);
  if (atomic) return putAtomically(workspaceId, all, jobs);
  const until = performance.now() + batchTimeoutMs;
  const written = new Map<Job, Named | Error>();
  const { max } = perBatch();
  for (const round of neighbours(jobs, { max, keyOf: ({ userId }) => userId })) {
    const done = await writeRound(workspaceId, round, until);
    for (const [at, one] of done.entries()) written.set(round[at] as Job, one);
    announce(
      workspaceId,
      done.flatMap((one) => (one instanceof Error ? [] : one)),
    );
  }
  return answersOf(all, written, answerFrom);
}

/** What a PUT would be answered (contract §9). @throws what it would throw */
export async function dryRun(workspaceId: string, userId: string, input: ContactInput): Promise<Put> {
  const [answer] = await putAll(workspaceId, [{ sent: input, input: { ...input, userId } }], { atomic: false, dryRun: true });
  if (!answer || answer instanceof Error) throw answer ?? overloaded();
  return answer;
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
 * Contacts wait for their turns together, so that two batches with the same contacts do not wait for each other. Phones that nobody has are
 * written together, once each of the round got there. Another phone changes when those before it have: of two contacts, the one that had it
 * first keeps its chats.
 */
function writeRound(workspaceId: string, round: readonly Job[], until: number): Promise<(Named | Error)[]> {
  const free = gathering(round.length, (jobs: ReadonlySet<Job>) =>
    writeFree(
      workspaceId,
      round.filter((job) => jobs.has(job)),
    ),
  );
  let before: Promise<unknown> = Promise.resolve();
  const all = round.map((job) => {
    const earlier = before;
    const member = free.member();
    const done = followed(job, (named) =>
      enqueue(named, async () => {
        if (performance.now() > until) throw overloaded();
        const tried = await write(named);
        if (tried.kind !== "undecided") return tried;
        const written = await member.join(job);
        if (written && named === job) return written;
        await earlier;
        if (performance.now() > until) throw overloaded();
        return changePhone(named);
      }),
    )
      .catch((error: Error) => error)
      .finally(member.release);
    before = Promise.all([earlier, done]);
    return done;
  });
  return Promise.all(all);
}

/** Work for those of `count` members who join, done once for all of them, when each has joined or was released. */
function gathering<One, Done>(count: number, work: (all: ReadonlySet<One>) => Promise<ReadonlyMap<One, Done>>) {
  const there = new Set<One>();
  let begin = () => {};
  const isWhole = new Promise<void>((resolve) => (begin = resolve));
  let missing = count;
  const done = isWhole.then(() => work(there));
  return {
    member() {
      let isAwaited = true;
      const release = () => {
        if (isAwaited && --missing === 0) begin();
        isAwaited = false;
      };
      const join = async (one: One): Promise<Done | undefined> => {
        if (isAwaited) there.add(one);
        release();
        return (await done).get(one);
      };
      return { join, release };
    },
  };
}

/** Writes contacts whose phones nobody has, in one transaction. None where it fails: each is written by itself then, and says why. */
async function writeFree(workspaceId: string, jobs: readonly Job[]): Promise<Map<Job, Named>> {
  if (jobs.length < 2) return new Map();
  const written = await withLinkingLock(workspaceId, "change", async (tx) =>
    writeTogetherIn(tx, workspaceId, await withFree(tx, workspaceId, jobs)),
  ).catch(() => []);
  return new Map(jobs.flatMap((job, at) => (written[at] ? [[job, written[at]] as const] : [])));
}

/** In the turns of all contacts, by statements within one transaction. */
function inTurns<T>(jobs: readonly Job[], work: (mode: Mode) => Promise<T>): Promise<T> {
  const contacts = [...new Map(jobs.map((job) => [job.userId, job])).values()];
  return enqueueAll(contacts, () => work(jobs.some(hasPhone) ? "change" : "read"));
}

async function writeIn(tx: Prisma.TransactionClient, jobs: readonly Job[]): Promise<Map<Job, Named>> {
  const written = new Map<Job, Named>();
  for (const job of jobs)
    written.set(job, await followed(job, (named) => (hasPhone(named) ? changePhoneIn(tx, named) : upsert(tx, named, 0))));
  return written;
}

const rehearse = (workspaceId: string, all: readonly Asked<Job>[], jobs: readonly Job[]): Promise<Answer[]> =>
  inTurns(jobs, (mode) => undone(workspaceId, mode, async (tx) => answersOf(all, await writeIn(tx, jobs), answerFrom)));

async function putAtomically(workspaceId: string, all: readonly Asked<Job>[], jobs: readonly Job[]): Promise<Answer[]> {
  let written = new Map<Job, Named>();
  const answers = await inTurns(jobs, (mode) =>
    allOrNone(workspaceId, mode, async (tx) => {
      written = await writeIn(tx, jobs);
      return answersOf(all, written, answerFrom);
    }),
  );
  if (!answers.some((one) => one instanceof Error)) announce(workspaceId, [...written.values()]);
  return answers;
}
