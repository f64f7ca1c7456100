import fc from "fast-check";
import * as channels from "@/lib/channels";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db, open } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";
import { breachesStatement } from "../support/invariants";
import { follow, followOnce, makeStepsSmall } from "./follow";
import { report } from "./report";

// Plays random histories of merges and undoings against the database that the environment names: merging.ts <count> <seed>.

const userIds = ["a", "b", "c", "d"] as const;
type UserId = (typeof userIds)[number];
const userId = fc.constantFrom(...userIds);
const visitor = fc.nat(2);
const reference = fc.constantFrom("", "R-1");
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("event"), userId, isProblem: fc.boolean(), reference, minutesAgo: fc.nat(500) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("visit"), userId, visitor }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reply"), visitor, isProblem: fc.boolean(), reference }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("put"), userId, name: fc.constantFrom("Ada", "Bea", null) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("merge"), userId, from: userId }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("undo"), at: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("follow"), steps: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete"), userId }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The rules that hold however contacts were merged: a card stays in the chat that it was posted to, and nothing is removed in the background. */
const isWanted = (rule: string) => !/^no event stands in the chat|within (a minute|the hour)$/.test(rule);

const minute = 60_000;

/** Contacts that became one: the people whom the one brought along, by whom it was a part of then. */
type Merge = { id: string; from: UserId; into: UserId; people: number[]; aliases: UserId[] };

/** A workspace, and what is true of it: written from the contract, without code of the product. */
class World {
  readonly workspaceId = newId();
  /** The contacts that are there; of a merged one, the one that it is part of. */
  private readonly homes = new Map<UserId, UserId>();
  private readonly merges: Merge[] = [];
  /** The contact of a visitor. */
  private readonly visitors = new Map<number, UserId>();
  private readonly chats = new Map<number, { personId: string; chatId: string }>();
  /** By whom or with which userId an event came. */
  private readonly sent = new Map<string, { userId: UserId } | { visitor: number }>();
  private readonly now = Date.now();

  async open(): Promise<void> {
    const id = this.workspaceId;
    await db().workspace.create({ data: { id, slug: `w-${id}`, name: "World", plan: "business", createdAt: new Date() } });
  }

  private home(id: UserId): UserId {
    const home = this.homes.get(id) ?? id;
    this.homes.set(id, home);
    return home;
  }

  async take(one: Step): Promise<void> {
    try {
      await this.happen(one);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  private async happen(one: Step): Promise<void> {
    const ws = this.workspaceId;
    switch (one.kind) {
      case "event": {
        const occurredAt = new Date(this.now - one.minutesAgo * minute);
        const { id } = await events.record(ws, { ...named(one), occurredAt, userId: one.userId });
        this.home(one.userId);
        this.sent.set(id, { userId: one.userId });
        return;
      }
      case "visit": {
        const sender = { channel: "website", visitorId: `v${one.visitor}`, userId: one.userId } as const;
        this.chats.set(one.visitor, await channels.ingestMessage(ws, sender, { id: newId(), text: "Hello" }));
        const home = this.home(one.userId);
        if (!this.visitors.has(one.visitor)) this.visitors.set(one.visitor, home);
        return;
      }
      case "reply": {
        const chat = this.chats.get(one.visitor);
        if (!chat) return;
        const { event } = await db().$transaction((tx) => events.recordForChat(tx, ws, chat, named(one)));
        this.sent.set(event.id, { visitor: one.visitor });
        return;
      }
      case "put":
        await contacts.put(ws, one.userId, { name: one.name });
        this.home(one.userId);
        return;
      case "merge":
        return this.merge(one);
      case "undo":
        return this.undo(one.at);
      case "follow":
        for (let left = one.steps; left > 0; left -= 1) await followOnce(ws);
        return;
      case "delete": {
        await contacts.remove(ws, one.userId);
        this.delete(this.home(one.userId));
        return;
      }
    }
  }

  private async merge({ userId: into, from }: { userId: UserId; from: UserId }): Promise<void> {
    const { mergeId } = await contacts.merge(this.workspaceId, into, { from, values: {} }, commandLine);
    const [to, gone] = [this.home(into), this.home(from)];
    const people = [...this.visitors].flatMap(([at, home]) => (home === gone ? [at] : []));
    const aliases = [...this.homes].flatMap(([id, home]) => (home === gone && id !== gone ? [id] : []));
    for (const id of [gone, ...aliases]) this.homes.set(id, to);
    for (const at of people) this.visitors.set(at, to);
    this.merges.push({ id: mergeId, from: gone, into: to, people, aliases });
  }

  private async undo(at: number): Promise<void> {
    const merge = this.merges.at(-1 - at);
    if (!merge) return;
    await contacts.undoMerge(this.workspaceId, merge.id, commandLine);
    this.merges.splice(this.merges.indexOf(merge), 1);
    for (const id of [merge.from, ...merge.aliases]) this.homes.set(id, merge.from);
    for (const one of merge.people) if (this.visitors.get(one) === merge.into) this.visitors.set(one, merge.from);
  }

  private delete(gone: UserId): void {
    const ids = [...this.homes].flatMap(([id, home]) => (home === gone ? [id] : []));
    for (const id of ids) this.homes.delete(id);
    for (const [at, home] of [...this.visitors]) if (home === gone) this.visitors.delete(at);
    for (const [id, by] of [...this.sent]) if ("userId" in by && ids.includes(by.userId)) this.sent.delete(id);
    for (const merge of [...this.merges])
      if (ids.includes(merge.into) || ids.includes(merge.from)) this.merges.splice(this.merges.indexOf(merge), 1);
  }

  /** What is not as it should be when nothing is left to be done. */
  async broken(): Promise<string[]> {
    const where = { workspaceId: this.workspaceId };
    const [found, stored, people] = await Promise.all([
      db().contact.findMany({ where: { ...where, deletedAt: null } }),
      db().event.findMany({ where }),
      db().person.findMany({ where }),
    ]);
    const idOf = new Map(found.map(({ id, userId: name }) => [name, id]));
    const wrong: string[] = [];
    for (const [name, home] of this.homes) {
      const contact = found.find(({ userId: one }) => one === name);
      const expected = home === name ? null : (idOf.get(home) ?? "none");
      if (!contact || contact.mergedIntoId !== expected) wrong.push(`${name} should be ${home}`);
      const { contact: read } = await contacts.get(this.workspaceId, name);
      if (read.userId !== home) wrong.push(`${name} reads as ${read.userId}`);
    }
    for (const [at, { personId }] of this.chats) {
      const contact = people.find(({ id }) => id === personId)?.contactId ?? null;
      const home = this.visitors.get(at);
      if (contact !== (home === undefined ? null : idOf.get(home))) wrong.push(`visitor ${at} should be with ${home}`);
    }
    for (const [id, by] of this.sent) {
      const event = stored.find((one) => one.id === id);
      const home = "userId" in by ? this.homes.get(by.userId) : this.visitors.get(by.visitor);
      if (event && event.contactId !== (home === undefined ? null : (idOf.get(home) ?? null)))
        wrong.push(`an event should be with ${home}`);
      if (!event && "userId" in by) wrong.push(`an event of ${by.userId} is gone`);
    }
    const breaches = await db().$queryRawUnsafe<{ rule: string }[]>(breachesStatement(isWanted));
    return [...wrong, ...breaches.map(({ rule }) => rule)];
  }
}

const named = ({ isProblem, reference: name }: { isProblem: boolean; reference: string }) => ({
  event: isProblem ? "Payment failed" : "Payment received",
  properties: name === "" ? {} : { reference: name },
});

async function play(steps: readonly Step[]): Promise<void> {
  const world = new World();
  await world.open();
  for (const one of steps) await world.take(one);
  await follow(world.workspaceId);
  const broken = await world.broken();
  if (broken.length > 0) throw new Error([...new Set(broken)].join("; "));
}

await open();
await makeStepsSmall();
const history = fc.array(step, { minLength: 3, maxLength: 24, size: "max" });
await report(fc.asyncProperty(history, play));
