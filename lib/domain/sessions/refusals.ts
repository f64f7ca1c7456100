import * as audit from "@/lib/domain/audit";
import { somebody } from "@/lib/domain/audit/contract";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";

/** A wrong password, or one that was not compared because there were too many before. */
export type Refusal = "wrong" | "blocked";

const everyMs = 60_000;
/** Of an installation that is attacked with many e-mails at once, the log of these is kept exactly, and the others are counted. */
const mostFollowed = 10_000;

type Counts = Record<Refusal, number>;
type Followed = { counts: Counts; timer: NodeJS.Timeout };
const none = (): Counts => ({ wrong: 0, blocked: 0 });
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** By e-mail; and what is being written about them. */
    refusedSignIns: { followed: Map<string, Followed>; writing: Set<Promise<void>> };
  }
}

const refused = () => singleton("refusedSignIns", () => ({ followed: new Map(), writing: new Set() }));

/**
 * Notes a refused sign-in: the first at once in each workspace of the account, if there is one; what follows within a minute as
 * one more entry at the minute's end. The log cannot be emptied, so a stranger must not fill it. The caller does not wait: how
 * long an answer takes must not tell whether there is an account.
 */
export function noteRefusal(email: string, refusal: Refusal): void {
  metrics.signInRefused(refusal);
  const { followed } = refused();
  const known = followed.get(email);
  if (known) {
    known.counts[refusal] += 1;
    return;
  }
  if (followed.size >= mostFollowed) return;
  follow(email);
  write(email, { ...none(), [refusal]: 1 });
}

function follow(email: string): void {
  const timer = setTimeout(() => endMinute(email), everyMs).unref();
  refused().followed.set(email, { counts: none(), timer });
}

/** Writes what was refused within the minute; nothing was, and the e-mail is let go. */
function endMinute(email: string): void {
  const { followed } = refused();
  const { counts, timer } = followed.get(email) ?? { counts: none(), timer: undefined };
  clearTimeout(timer);
  followed.delete(email);
  if (counts.wrong + counts.blocked === 0) return;
  follow(email);
  write(email, counts);
}

function write(email: string, counts: Counts): void {
  const { writing } = refused();
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
  await audit.recordInAll(db(), workspaceIds, somebody, { what: "session.refused", subject: account.name, details });
}

/** What is still counted, before the process ends. */
export async function finish(): Promise<void> {
  const { followed, writing } = refused();
  for (const [email, { timer, counts }] of followed) {
    clearTimeout(timer);
    if (counts.wrong + counts.blocked > 0) write(email, counts);
  }
  followed.clear();
  await Promise.all(writing);
}
