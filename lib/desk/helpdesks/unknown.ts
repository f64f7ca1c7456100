import { z } from "zod";
import { withVariants } from "@/lib/people/shared/phone-variants";
import { db } from "@/lib/platform/db";
import { onBehalfOf } from "@/lib/platform/db/on-behalf";
import { rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { type ChangeNotification, listen } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import type { Hints } from "./subject";

const lookMs = 300;
/** Until the next look after the database was away, or all frames were woken. */
const failedMs = 5_000;
const maxLookedAt = 500;

type Frame = { subject: Hints; wake: () => void };
type Waiting = {
  frames: Set<Frame>;
  /** What changed since the last look. */
  contacts: Set<string>;
  people: Set<string>;
  /** More changed than was named. */
  isUnnamed: boolean;
  timer: NodeJS.Timeout | undefined;
  unlisten: () => void;
};

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Frames of each workspace that are open in this process and show somebody who is not known yet. */
    unknownFrames: Map<string, Waiting>;
  }
}

const all = () => singleton("unknownFrames", () => new Map());

/**
 * Calls `wake` when the person of a frame may have become known, until the returned function is called. Any contact and person that changes
 * may be theirs, so one look for all frames of a workspace, a few times a second at the most, finds whose it is. `missed` are changes
 * since the frame's own look.
 */
export function waitUntilKnown(workspaceId: string, frame: Frame, missed: readonly ChangeNotification[]): () => void {
  const waiting = all().get(workspaceId) ?? begin(workspaceId);
  waiting.frames.add(frame);
  for (const what of missed) collect(workspaceId, waiting, what);
  return () => {
    waiting.frames.delete(frame);
    if (waiting.frames.size > 0 || all().get(workspaceId) !== waiting) return;
    clearTimeout(waiting.timer);
    waiting.unlisten();
    all().delete(workspaceId);
  };
}

function begin(workspaceId: string): Waiting {
  const waiting: Waiting = {
    frames: new Set(),
    contacts: new Set(),
    people: new Set(),
    isUnnamed: false,
    timer: undefined,
    unlisten: () => {},
  };
  waiting.unlisten = listen(workspaceId, (what) => collect(workspaceId, waiting, what));
  all().set(workspaceId, waiting);
  return waiting;
}

function collect(workspaceId: string, waiting: Waiting, { contacts = [], people = [], again }: ChangeNotification): void {
  for (const id of contacts) waiting.contacts.add(id);
  for (const id of people) waiting.people.add(id);
  waiting.isUnnamed ||= again === "changed";
  if (waiting.isUnnamed || waiting.contacts.size + waiting.people.size > 0) schedule(workspaceId, waiting, lookMs);
}

function schedule(workspaceId: string, waiting: Waiting, ms: number): void {
  waiting.timer ??= setTimeout(() => {
    onBehalfOf(workspaceId, () => look(workspaceId, waiting)).finally(() => {
      waiting.timer = undefined;
      if (all().get(workspaceId) === waiting) collect(workspaceId, waiting, {});
    });
  }, ms).unref();
}

async function look(workspaceId: string, waiting: Waiting): Promise<void> {
  if (waiting.isUnnamed) return wakeAll(waiting);
  const [contacts, people] = [takeFrom(waiting.contacts), takeFrom(waiting.people)];
  try {
    const changed = await rows(db(), knownStatement)(workspaceId, contacts, people);
    const userIds = new Set(changed.map(({ userId }) => userId));
    const phones = new Set(changed.map(({ phone }) => phone));
    const isKnown = ({ userId, phone }: Hints) =>
      (userId !== undefined && userIds.has(userId)) || (phone !== undefined && withVariants([phone]).some((one) => phones.has(one)));
    for (const { subject, wake } of [...waiting.frames]) if (isKnown(subject)) wake();
  } catch {
    // The database is away: they are looked at later.
    for (const id of contacts) waiting.contacts.add(id);
    for (const id of people) waiting.people.add(id);
    await new Promise((resolve) => setTimeout(resolve, failedMs).unref());
  }
}

/** Each frame looks for itself; not often, because they may be many. */
async function wakeAll(waiting: Waiting): Promise<void> {
  waiting.isUnnamed = false;
  for (const { wake } of [...waiting.frames]) wake();
  await new Promise((resolve) => setTimeout(resolve, failedMs).unref());
}

function takeFrom(ids: Set<string>): string[] {
  const taken = [...ids].slice(0, maxLookedAt);
  for (const id of taken) ids.delete(id);
  return taken;
}

const KnownRow = z.strictObject({ userId: z.string().nullable(), phone: z.string().nullable() });

/** `$1` workspace, `$2` contacts, `$3` people. */
const knownStatement = statement({ row: KnownRow })`
select c.user_id as "userId", c.phone from contact c where c.workspace_id = $1::uuid and c.id = any($2::uuid[])
union all
select null, p.phone from person p where p.workspace_id = $1::uuid and p.id = any($3::uuid[])`;
