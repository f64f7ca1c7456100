import fc from "fast-check";
import * as channels from "@/lib/channels";
import * as scheduled from "@/lib/channels/scheduled";
import { sendDue } from "@/lib/channels/scheduled/sending";
import * as chats from "@/lib/chats";
import { comeBack, writeOnline } from "@/lib/chats/come-back";
import * as settings from "@/lib/chats/settings";
import { newId } from "@/lib/kernel/ids";
import { db, open } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";
import * as members from "@/lib/workspace/members";
import { report } from "./report";

// Plays random hours of a desk whose chats come back and whose replies are sent later, beside a model of what may become of them, in a
// process of its own with the database that the environment names: later.ts <count> <seed>. Each sweep runs twice at the same moment.

const minuteMs = 60_000;
const waitMinutes = 5;
const chatOf = { human: fc.nat(1) };
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("say"), ...chatOf }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("answer"), ...chatOf, member: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("note"), ...chatOf }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("assign"), ...chatOf, member: fc.option(fc.nat(2)) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("close"), ...chatOf }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen"), ...chatOf }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("snooze"), ...chatOf, minutes: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("online"), member: fc.nat(2), minutes: fc.constantFrom(1, 3, 8, 40) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("pass"), seconds: fc.constantFrom(20, 70, 150, 310, 310) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("schedule"), ...chatOf, member: fc.nat(2), minutes: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel"), at: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove") }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const mode = fc.constantFrom("queue" as const, "next" as const);
type Mode = "queue" | "next";

type Chat = {
  id: string;
  human: number;
  isOpen: boolean;
  assignee: string | null;
  /** The first message that nobody answered, and what began the waiting again. */
  askedAt: number | null;
  begunAt: number;
  snoozedUntil: number;
  /** The members who lost it since the question. */
  had: Set<string>;
  returns: number;
};
type Reply = {
  id: string;
  chat: Chat;
  author: string;
  sendAt: number;
  state: "waits" | "sent" | "cancelled" | "failed";
  why: string | null;
};

class Desk {
  readonly workspaceId = newId();
  readonly team: { id: string; name: string }[] = [];
  readonly left = new Set<string>();
  readonly onlineUntil = new Map<string, number>();
  readonly chats: Chat[] = [];
  readonly replies: Reply[] = [];
  now = Date.now() - 20 * 60 * minuteMs;
  readonly began = this.now;

  constructor(readonly mode: Mode) {}

  async open(): Promise<void> {
    const { workspaceId, now } = this;
    const createdAt = new Date(now);
    await db().workspace.create({ data: { id: workspaceId, slug: `w-${workspaceId}`, name: "Desk", plan: "business", createdAt } });
    for (const name of ["Olga", "Tom", "Ann"]) {
      const account = { id: newId(), name };
      await db().account.create({ data: { ...account, email: `${account.id}@example.com`, passwordHash: "none", createdAt } });
      const role = name === "Olga" ? "owner" : "agent";
      await db().member.create({ data: { workspaceId, accountId: account.id, role, createdAt } });
      this.team.push(account);
    }
    await settings.change(workspaceId, commandLine, { comeBack: this.mode, comeBackMinutes: waitMinutes });
    await db().workspace.update({ where: { id: workspaceId }, data: { comeBackSince: createdAt } });
  }

  memberAt = (at: number) => this.team[at] ?? { id: "", name: "" };
  openOf = (human: number) => this.chats.find((chat) => chat.human === human && chat.isOpen);
  lastOf = (human: number) => this.chats.findLast((chat) => chat.human === human);

  async take(step: Step): Promise<void> {
    this.now += 1_000;
    const [ws, at] = [this.workspaceId, new Date(this.now)];
    if (step.kind === "pass") return this.pass(step.seconds);
    if (step.kind === "online") return this.online(step.member, step.minutes);
    if (step.kind === "remove") return this.removeLast();
    if (step.kind === "cancel") return this.cancel(step.at);
    if (step.kind === "say") return this.say(step.human);
    if (step.kind === "reopen") return this.reopen(step.human);
    const chat = this.openOf(step.human);
    if (!chat) return;
    const agent = this.memberAt("member" in step && step.member !== null ? step.member : 0);
    if (this.left.has(agent.id)) return;
    switch (step.kind) {
      case "answer":
        await chats.write(ws, chat.id, agent, { id: newId(), kind: "message", text: "Hello", at });
        return this.endWaiting(chat, agent.id);
      case "note":
        return void (await chats.write(ws, chat.id, agent, { id: newId(), kind: "note", text: "Look", at }));
      case "assign": {
        const accountId = step.member === null ? null : agent.id;
        await chats.assign(ws, chat.id, { agent: this.memberAt(0), accountId, at });
        if (chat.assignee !== accountId && accountId !== null) chat.begunAt = this.now;
        chat.assignee = accountId;
        return;
      }
      case "close":
        await chats.setStatus(ws, chat.id, { agent, status: "closed", at });
        return void Object.assign(chat, { isOpen: false, askedAt: null, snoozedUntil: 0, had: new Set() });
      case "snooze": {
        const until = this.now + step.minutes * minuteMs;
        await chats.snooze(ws, chat.id, { agent, until: new Date(until), at });
        chat.snoozedUntil = until;
        return;
      }
      case "schedule": {
        const reply: Reply = { id: newId(), chat, author: agent.id, sendAt: this.now + step.minutes * minuteMs, state: "waits", why: null };
        for (const _ of [1, 2])
          await scheduled.schedule(ws, chat.id, agent, { id: reply.id, text: reply.id, sendAt: new Date(reply.sendAt), at });
        this.replies.push(reply);
        return;
      }
    }
  }

  async say(human: number): Promise<void> {
    const visitor = { channel: "website", visitorId: `v_${human}` } as const;
    const { chatId } = await channels.ingestMessage(this.workspaceId, visitor, { id: newId(), text: "Hello?", sentAt: new Date(this.now) });
    const known = this.chats.find(({ id }) => id === chatId);
    const chat: Chat = known ?? {
      ...{ id: chatId, human, isOpen: true, assignee: null, askedAt: null, begunAt: 0, snoozedUntil: 0, had: new Set(), returns: 0 },
    };
    if (!known) this.chats.push(chat);
    chat.askedAt ??= this.now;
    chat.snoozedUntil = 0;
  }

  async reopen(human: number): Promise<void> {
    const chat = this.lastOf(human);
    if (!chat || chat.isOpen) return;
    await chats.setStatus(this.workspaceId, chat.id, { agent: this.memberAt(0), status: "open", at: new Date(this.now) });
    chat.isOpen = true;
  }

  async online(member: number, minutes: number): Promise<void> {
    const { id } = this.memberAt(member);
    const until = this.now + minutes * minuteMs;
    await writeOnline([{ workspaceId: this.workspaceId, accountId: id }], new Date(until - minuteMs));
    this.onlineUntil.set(id, Math.max(this.onlineUntil.get(id) ?? 0, until));
  }

  async removeLast(): Promise<void> {
    const { id } = this.memberAt(2);
    if (this.left.has(id)) return;
    await members.remove(this.workspaceId, { ...commandLine, role: "owner" }, id);
    this.left.add(id);
    for (const chat of this.chats) if (chat.assignee === id) chat.assignee = null;
  }

  async cancel(at: number): Promise<void> {
    const reply = this.replies[at];
    if (!reply) return;
    const isCancelled = await scheduled.cancel(this.workspaceId, reply.chat.id, reply.id).then(
      () => true,
      () => false,
    );
    const wasThere = reply.state === "waits" || reply.state === "failed";
    if (isCancelled !== wasThere) throw new Error(`a reply that ${reply.state} was ${isCancelled ? "" : "not "}cancelled`);
    if (wasThere) reply.state = "cancelled";
  }

  endWaiting(chat: Chat, author: string): void {
    chat.assignee ??= author;
    chat.askedAt = null;
    chat.had = new Set();
  }

  async pass(seconds: number): Promise<void> {
    this.now += seconds * 1_000;
    const turn = { max: 50, until: Number.POSITIVE_INFINITY, signal: new AbortController().signal };
    const at = new Date(this.now);
    await Promise.all([1, 2].map(() => sendDue(this.workspaceId, turn, at)));
    this.expectSent();
    await Promise.all([1, 2].map(() => comeBack(this.workspaceId, turn, { now: at, knowsOffline: true })));
    await this.expectBack();
  }

  expectSent(): void {
    const due = this.replies.filter(({ state, sendAt }) => state === "waits" && sendAt <= this.now);
    for (const reply of due.sort((a, b) => a.sendAt - b.sendAt || Number(a.id > b.id) - 0.5)) {
      const { chat, author } = reply;
      const isBlocked = this.chats.some((other) => other !== chat && other.human === chat.human && other.isOpen);
      reply.why = this.left.has(author) ? "author_left" : isBlocked ? "newer_chat" : null;
      reply.state = reply.why === null ? "sent" : "failed";
      if (reply.state === "failed") continue;
      chat.isOpen = true;
      this.endWaiting(chat, author);
    }
  }

  isOffline = (id: string) => (this.onlineUntil.get(id) ?? 0) <= this.now;

  isDue(chat: Chat): boolean {
    const { isOpen, assignee, askedAt, begunAt, snoozedUntil } = chat;
    if (!isOpen || assignee === null || askedAt === null || snoozedUntil > this.now) return false;
    if (this.replies.some((reply) => reply.chat === chat && reply.state === "waits")) return false;
    const waited = this.now - Math.max(askedAt, begunAt, this.began);
    return waited >= waitMinutes * minuteMs || (this.isOffline(assignee) && waited >= minuteMs);
  }

  /** The model follows where there is a choice: which of the members who may have the chat has it. */
  async expectBack(): Promise<void> {
    const stored = await db().chat.findMany({ where: { workspaceId: this.workspaceId } });
    for (const chat of this.chats) {
      const row = stored.find(({ id }) => id === chat.id);
      if (!row) throw new Error("a chat is gone");
      const { assignee } = chat;
      if (!this.isDue(chat) || assignee === null) {
        if (row.assigneeId !== assignee) throw new Error(`a chat of ${assignee} is of ${row.assigneeId}, and nobody waits there`);
        continue;
      }
      chat.returns += 1;
      chat.had.add(assignee);
      const free = this.team.filter(({ id }) => this.mode === "next" && !this.left.has(id) && !this.isOffline(id) && !chat.had.has(id));
      const isRight = free.length === 0 ? row.assigneeId === null : free.some(({ id }) => id === row.assigneeId);
      if (!isRight) throw new Error(`a chat came back to ${row.assigneeId}, and not to one of ${free.map(({ id }) => id)}`);
      chat.assignee = row.assigneeId;
      chat.begunAt = this.now;
    }
  }

  async broken(): Promise<string[]> {
    const where = { workspaceId: this.workspaceId };
    const [items, waiting, stored] = await Promise.all([
      db().chatItem.findMany({ where }),
      db().scheduledMessage.findMany({ where }),
      db().chat.findMany({ where }),
    ]);
    const replies = this.replies.flatMap(({ id, state, chat, author, why }) => {
      const found = items.filter((item) => item.text === id);
      const row = waiting.find((one) => one.id === id);
      const isIn = found.length === 1 && found[0]?.id === id && found[0].chatId === chat.id && found[0].accountId === author;
      const isRight = {
        waits: found.length === 0 && row?.failure === null,
        sent: isIn && !row,
        cancelled: found.length === 0 && !row,
        failed: found.length === 0 && row?.failure === why,
      }[state];
      return isRight ? [] : [`a reply that ${state} is ${found.length} times in the chat, and ${JSON.stringify(row ?? null)} waits`];
    });
    const lines = this.chats.flatMap((chat) => {
      const returns = items.filter(({ chatId, data }) => chatId === chat.id && JSON.stringify(data).includes('"came_back"')).length;
      return returns === chat.returns ? [] : [`a chat came back ${chat.returns} times, and says ${returns}`];
    });
    const open = stored.flatMap(({ id, status }) => {
      const isOpen = this.chats.find((chat) => chat.id === id)?.isOpen;
      return isOpen === (status === "open") ? [] : [`a chat is ${status}`];
    });
    return [...replies, ...lines, ...open];
  }
}

async function play(steps: readonly Step[], of: Mode): Promise<void> {
  const desk = new Desk(of);
  await desk.open();
  for (const [at, one] of [...steps, { kind: "pass", seconds: 310 } as const].entries()) {
    await desk.take(one);
    const broken = await desk.broken();
    if (broken.length > 0) throw new Error(`after step ${at + 1}: ${broken.join("; ")}`);
  }
}

const [say, soon, later] = [
  { kind: "say", human: 0 },
  { kind: "pass", seconds: 70 },
  { kind: "pass", seconds: 310 },
] as const;
const scheduledBy = (member: number) => ({ kind: "schedule", human: 0, member, minutes: 1 }) as const;
const online = (member: number) => ({ kind: "online", member, minutes: 40 }) as const;
const given = { kind: "assign", human: 0, member: 0 } as const;

/** Which random histories seldom come to. */
const examples: [Step[], Mode][] = [
  // The person has a newer chat; its author left; it is sent into a closed chat; nobody waits for what is scheduled.
  [[say, scheduledBy(0), { kind: "close", human: 0 }, say, soon], "queue"],
  [[say, scheduledBy(2), { kind: "remove" }, soon], "queue"],
  [[say, scheduledBy(0), { kind: "close", human: 0 }, soon], "queue"],
  [[say, given, { ...scheduledBy(0), minutes: 6 }, later, soon], "queue"],
  // A chat goes to each once, and then to nobody; an answer begins anew.
  [[online(0), online(1), say, given, later, later, later], "next"],
  [[online(0), online(1), say, given, later, { kind: "answer", human: 0, member: 1 }, say, later, later], "next"],
];

await open();
const history = fc.array(step, { minLength: 1, maxLength: 25, size: "max" });
const property = fc.asyncProperty(history, mode, play);
await report(property, { examples });
