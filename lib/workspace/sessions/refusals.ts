import { db } from "@/lib/platform/db";
import type { Job } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import * as audit from "@/lib/workspace/audit";
import { rejectedSignInActor } from "@/lib/workspace/audit/contract";

/** A wrong password, or one that was not checked because of too many attempts. */
type Refusal = "wrong" | "blocked";

const windowMs = 60_000;
/** During an attack with many e-mails, at most this many are logged exactly; the metrics count all. */
const maxFollowed = 10_000;

type Counts = Record<Refusal, number>;
type Followed = { counts: Counts; timer: NodeJS.Timeout };
const noCounts = (): Counts => ({ wrong: 0, blocked: 0 });
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Counts by e-mail, and the audit entries being written. */
    refusedSignIns: { followed: Map<string, Followed>; writing: Set<Promise<void>> };
  }
}

const state = () => singleton("refusedSignIns", () => ({ followed: new Map(), writing: new Set() }));

/**
 * Notes a rejected sign-in in the audit log of each workspace of the account, if there is one: the first at once, later ones
 * within a minute as one entry at its end. The log cannot be emptied, so a stranger must not be able to fill it. The caller does
 * not wait, because the response time must not reveal whether there is an account.
 */
export function noteRefusal(email: string, refusal: Refusal): void {
  metrics.signInRejected(refusal);
  const { followed } = state();
  const known = followed.get(email);
  if (known) {
    known.counts[refusal] += 1;
    return;
  }
  if (followed.size >= maxFollowed) return;
  follow(email);
  write(email, { ...noCounts(), [refusal]: 1 });
}

function follow(email: string): void {
  const timer = setTimeout(() => endMinute(email), windowMs).unref();
  state().followed.set(email, { counts: noCounts(), timer });
}

/** Writes the minute's count; stops following the e-mail when the count is zero. */
function endMinute(email: string): void {
  const { followed } = state();
  const { counts, timer } = followed.get(email) ?? { counts: noCounts(), timer: undefined };
  clearTimeout(timer);
  followed.delete(email);
  if (counts.wrong + counts.blocked === 0) return;
  follow(email);
  write(email, counts);
}

function write(email: string, counts: Counts): void {
  const { writing } = state();
  const job = record(email, counts)
    .catch((error: unknown) => log.warn({ error }, "refused sign-ins were not written into the audit log"))
    .finally(() => writing.delete(job));
  writing.add(job);
}

async function record(email: string, counts: Counts): Promise<void> {
  const account = await db().account.findUnique({
    where: { email },
    select: { id: true, name: true, members: { select: { workspaceId: true } } },
  });
  log.info({ accountId: account?.id, ...counts }, "sign-ins were refused");
  if (!account) return;
  const workspaceIds = account.members.map(({ workspaceId }) => workspaceId);
  const details = { email, ...(counts.wrong > 0 && { wrong: counts.wrong }), ...(counts.blocked > 0 && { blocked: counts.blocked }) };
  await audit.recordInAll(db(), workspaceIds, rejectedSignInActor, { what: "session.refused", subject: account.name, details });
}

export const jobs: Job[] = [{ name: "refused sign-ins", start: async () => flushRefusals }];

/** Writes the remaining counts before the process ends. */
async function flushRefusals(): Promise<void> {
  const { followed, writing } = state();
  for (const [email, { timer, counts }] of followed) {
    clearTimeout(timer);
    if (counts.wrong + counts.blocked > 0) write(email, counts);
  }
  followed.clear();
  await Promise.all(writing);
}
