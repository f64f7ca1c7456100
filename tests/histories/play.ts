import * as channels from "@/lib/channels";
import * as chats from "@/lib/chats";
import { handle } from "@/lib/chats/handled";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import type { EventInput } from "@/lib/context/events/contract";
import { dryRun } from "@/lib/context/events/dry-run";
import * as panel from "@/lib/desk/panel";
import { reached } from "@/lib/desk/reach/past";
import { inspect } from "@/lib/http/inspect";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import * as people from "@/lib/people";
import * as codes from "@/lib/people/links/codes";
import * as conflicts from "@/lib/people/links/conflicts";
import { db } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";
import { humans, type Phone, phones, type Shows, type Step, type UserId } from "./world";

/** Somebody outside. Only they know that their names belong together. */
type Human = { phone: Phone; id: string; former: { phone: Phone; id: string; until: Date } | undefined };

const minute = 60_000;

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

type Planned = Awaited<ReturnType<typeof dryRun>>;
type Chats = { posted: readonly { id: string }[]; others: readonly { id: string; reason: string }[] };

/** Which chats have a card and which not and why, in one order. */
const chatsIn = ({ posted, others }: Chats): string =>
  JSON.stringify([posted.map(({ id }) => id).sort(), others.map(({ id, reason }) => `${id} ${reason}`).sort()]);

const named = <T extends { conversationId: string }>({ conversationId: id, ...chat }: T) => ({ id, ...chat });

/** What a dry run says, without the time, which is another one for each call. */
const saidBy = ({ event, level, levelReason, createsContact, postedToConversations }: Omit<Planned, "wouldPostTo" | "wouldNotPostTo">) =>
  JSON.stringify([event, level, levelReason, createsContact, postedToConversations]);

/** A workspace in which a history happens, and what is true outside of it. */
export class World {
  readonly workspaceId = newId();
  /** The human who wrote each message. */
  readonly authors = new Map<string, number>();
  /** Which contacts a human proved to be: by a signed userId, a code, or in the eyes of an agent. */
  readonly proofs = new Map<number, Set<UserId>>();
  /** People whose link by an agent was undone in this step. */
  readonly undone = new Set<string>();
  /** Phones and userIds that came in one event. */
  readonly named = new Set<string>();
  /** The recorded events, each with its chats as they were explained at once. */
  private readonly explained = new Map<string, Chats>();
  /** Chats in which time was moved, so that what was true before cannot be known. */
  private readonly aged = new Set<string>();
  private readonly humans: Human[] = humans.map((human) => ({ phone: phones[human + 1] as Phone, id: `GB.${human}.0`, former: undefined }));
  private ids = 0;
  private clock = Date.now() - 600 * minute;

  async open(): Promise<void> {
    const { workspaceId: id } = this;
    await db().workspace.create({ data: { id, slug: `w-${id}`, name: "World", plan: "business", createdAt: new Date() } });
  }

  /** Does one step. What the product refuses is part of a history. */
  async take(step: Step): Promise<void> {
    this.clock += minute;
    this.undone.clear();
    try {
      await this.happen(step);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  private get now(): Date {
    return new Date(this.clock);
  }

  private async happen(step: Step): Promise<void> {
    const { workspaceId } = this;
    switch (step.kind) {
      case "say":
        return this.say(step.human, step.shows);
      case "visit":
        return this.write(step.human, { channel: "website", visitorId: `v${step.human}` });
      case "put":
        return void (await contacts.put(workspaceId, step.userId, { phone: step.phone }));
      case "event":
        return this.event(step);
      case "problem":
        return this.problem(step);
      case "handle":
        return this.handle(step.human, step.handled);
      case "identify":
        this.prove(step.human, step.userId);
        return this.write(step.human, { channel: "website", visitorId: `v${step.human}`, userId: step.userId });
      case "code":
        return this.useCode(step);
      case "accept":
        return this.accept(step.human, step.userId);
      case "undo":
        return this.undo(step.human);
      case "change number":
        return this.changeNumber(step.human, step.hidesIds);
      case "change id":
        return this.changeId(step.human);
      case "say late":
        return this.sayLate(step.human);
      case "share phone":
        return this.sharePhone(step.human);
      case "decide":
        return this.decide(step.moves);
      case "close":
        return this.close(step.human);
      case "age":
        return this.age(step.human);
      case "delete":
        return void (await contacts.remove(workspaceId, step.userId));
    }
  }

  private human(human: number): Human {
    const found = this.humans[human];
    if (!found) throw new Error(`There is no human ${human}.`);
    return found;
  }

  private prove(human: number, userId: UserId): void {
    this.proofs.set(human, (this.proofs.get(human) ?? new Set()).add(userId));
  }

  private async write(human: number, sender: people.Sender, text = "Hello", sentAt = this.now): Promise<void> {
    const id = newId();
    this.authors.set(id, human);
    await channels.ingestMessage(this.workspaceId, sender, { id, text, sentAt });
  }

  private senderOf(human: number, shows: Shows): people.Sender {
    const { phone, id } = this.human(human);
    return { channel: "whatsapp", ...(shows === "id" ? {} : { phone }), ...(shows === "phone" ? {} : { channelUserId: id }) };
  }

  private say = (human: number, shows: Shows) => this.write(human, this.senderOf(human, shows));

  private async event({ userId, phone }: { userId: UserId | null; phone: Phone | null }): Promise<void> {
    if (!userId && !phone) return;
    if (userId && phone) this.named.add(`${userId} ${phone}`);
    const target = { ...(userId && { userId }), ...(phone && { phone }) };
    await this.record({ event: "Payment failed", ...target });
  }

  /** With a reference that closes problems, or that problems have; at a time of its own. */
  private async problem({ userId, phone, reference, isInfo, minutesAgo }: Extract<Step, { kind: "problem" }>): Promise<void> {
    if (!userId && !phone) return;
    if (userId && phone) this.named.add(`${userId} ${phone}`);
    const target = { ...(userId && { userId }), ...(phone && { phone }) };
    const occurredAt = new Date(this.clock - minutesAgo * minute);
    const properties = reference === "" ? {} : { reference };
    await this.record({ event: isInfo ? "Payment received" : "Payment failed", occurredAt, properties, ...target });
  }

  /** Records an event after a dry run and an inspection of it, which must leave nothing behind and say what then happens. */
  private async record(input: EventInput): Promise<void> {
    const { workspaceId } = this;
    const none = { key: undefined, body: undefined };
    const before = await this.traces();
    const planned = await dryRun(workspaceId, input, none).catch(refusalOf);
    await this.inspect(input, planned);
    if ((await this.traces()) !== before) throw new Error("A dry run left something behind.");
    const contacts = await this.contacts();
    const real = await events.record(workspaceId, input, none).catch(refusalOf);
    if (planned instanceof AppError || real instanceof AppError) {
      const [left, right] = [planned, real].map((one) => (one instanceof AppError ? one.code : "recorded"));
      if (left !== right) throw new Error(`The dry run: ${left}; the event: ${right}.`);
      throw real;
    }
    const cards = await db().chatItem.findMany({ where: { workspaceId, eventId: real.id }, select: { chatId: true } });
    const said = [planned.level, planned.postedToConversations, ...planned.wouldPostTo.map(({ conversationId }) => conversationId).sort()];
    const done = [real.level, real.postedToConversations, ...cards.map(({ chatId }) => chatId).sort()];
    if (said.join() !== done.join()) throw new Error(`The dry run: ${said.join()}; the event: ${done.join()}.`);
    const made = (await this.contacts()) - contacts;
    if (planned.createsContact !== (made === 1))
      throw new Error(`The dry run: ${planned.createsContact}; the event made ${made} contacts.`);
    await this.explain(real.id, planned);
  }

  private contacts = (): Promise<number> => db().contact.count({ where: { workspaceId: this.workspaceId } });

  /** The inspector, which is given the body as text, says what the dry run says. */
  private async inspect(input: EventInput, planned: Planned | AppError): Promise<void> {
    const { problems, outcome } = await inspect(this.workspaceId, JSON.stringify(input));
    const said = outcome ? `${saidBy(outcome)} ${chatsIn(outcome)}` : JSON.stringify(problems);
    const expected =
      planned instanceof AppError
        ? JSON.stringify([{ code: planned.code, message: planned.message }])
        : `${saidBy(planned)} ${chatsIn({ posted: planned.wouldPostTo.map(named), others: planned.wouldNotPostTo.map(named) })}`;
    if (said !== expected) throw new Error(`The inspector: ${said}; the dry run: ${expected}.`);
  }

  /** What is said afterwards of why an event is where it is must be what the dry run said before; nobody knows its phone any more. */
  private async explain(eventId: string, { level, levelReason, wouldPostTo, wouldNotPostTo }: Planned) {
    const found = await reached(this.workspaceId, eventId);
    const own = wouldNotPostTo.filter(({ reason }) => reason !== "other_contact");
    const planned = { posted: wouldPostTo.map(named), others: own.map(named) };
    const before = [level, levelReason.by, levelReason.word, chatsIn(planned)].join();
    const after = [found.level, found.levelReason.by, found.levelReason.word, chatsIn(found)].join();
    if (before !== after) throw new Error(`The dry run: ${before}; afterwards: ${after}.`);
    this.explained.set(eventId, planned);
  }

  /**
   * What is said of an event stays, whatever happened since: the chats with its card, and the reason of each other one that is still among
   * the contact's.
   */
  async explainAgain(): Promise<void> {
    for (const [eventId, first] of this.explained) {
      const now = await reached(this.workspaceId, eventId).catch(refusalOf);
      // It was deleted with its contact.
      if (now instanceof AppError) continue;
      const before = new Map(first.others.map(({ id, reason }) => [id, reason]));
      const stayed = now.others.filter(({ id }) => before.has(id) && !this.aged.has(id));
      const expected = chatsIn({ ...first, others: stayed.map(({ id }) => ({ id, reason: before.get(id) ?? "" })) });
      const found = chatsIn({ posted: now.posted, others: stayed });
      if (found !== expected) throw new Error(`At first: ${expected}; in the end: ${found}.`);
    }
  }

  /** How much of everything there is. */
  private async traces(): Promise<string> {
    const where = { workspaceId: this.workspaceId };
    const counts = [
      db().event.count({ where }),
      db().chatItem.count({ where }),
      db().contact.count({ where }),
      db().problem.count({ where }),
    ];
    const links = db().person.findMany({ where, select: { id: true, contactId: true, linkedBy: true }, orderBy: { id: "asc" } });
    const seqs = db().chat.findMany({ where, select: { id: true, lastSeq: true, problemSeq: true }, orderBy: { id: "asc" } });
    return JSON.stringify([await Promise.all(counts), await links, await seqs]);
  }

  /** Days pass in which nobody writes in a human's newest chat. */
  private async age(human: number): Promise<void> {
    const id = await this.chatOf(human);
    const { workspaceId } = this;
    if (!id) return;
    this.aged.add(id);
    await db()
      .$executeRaw`update chat set last_message_at = last_message_at - interval '25 hours' where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid`;
  }

  /** An agent closes the newest open problem beside a human's chat, or opens again the one that was closed last. */
  private async handle(human: number, handled: boolean): Promise<void> {
    const chatId = await this.chatOf(human);
    if (!chatId) return;
    const { problems, solved } = await panel.read(this.workspaceId, chatId, "owner");
    const [found] = handled ? problems : solved;
    if (found) await handle(this.workspaceId, chatId, { problemId: found.id, agent: { id: newId(), name: "Olga" }, handled });
  }

  private async useCode({ human, userId, shows, isVisitor }: { human: number; userId: UserId; shows: Shows; isVisitor: boolean }) {
    const { code } = await codes.create(this.workspaceId, userId);
    this.prove(human, userId);
    await this.write(
      human,
      isVisitor ? { channel: "website", visitorId: `v${human}` } : this.senderOf(human, shows),
      `Here it is: ${code}`,
    );
  }

  /** The newest chat in which a human wrote. */
  private async chatOf(human: number): Promise<string | undefined> {
    const ids = [...this.authors].flatMap(([id, author]) => (author === human ? [id] : []));
    const item = await db().chatItem.findFirst({
      where: { workspaceId: this.workspaceId, id: { in: ids } },
      orderBy: { createdAt: "desc" },
    });
    return item?.chatId;
  }

  private async accept(human: number, userId: UserId): Promise<void> {
    const chatId = await this.chatOf(human);
    if (!chatId) return;
    await people.linkPerson(this.workspaceId, chatId, { by: commandLine, userId });
    this.prove(human, userId);
  }

  private async undo(human: number): Promise<void> {
    const id = await this.chatOf(human);
    if (!id) return;
    const { workspaceId } = this;
    const { person } = await db().chat.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id } },
      select: { person: { select: { id: true, contact: { select: { userId: true } } } } },
    });
    if (!person.contact?.userId) return;
    await people.unlinkPerson(workspaceId, id, { by: commandLine, userId: person.contact.userId });
    this.undone.add(person.id);
  }

  /** To the number that nobody has. */
  private async changeNumber(human: number, hidesIds: boolean): Promise<void> {
    const phone = phones.find((free) => !this.humans.some((one) => one.phone === free));
    if (!phone) throw new Error("Every number is taken.");
    const before = this.human(human);
    this.ids += 1;
    const next = { phone, id: `GB.${human}.${this.ids}`, former: { phone: before.phone, id: before.id, until: this.now } };
    // A number that passes on is nobody's former one any more.
    for (const one of this.humans) if (one.former?.phone === phone) one.former = undefined;
    this.humans[human] = next;
    await people.supersede(this.workspaceId, {
      channel: "whatsapp",
      previous: { phone: before.phone, ...(hidesIds ? {} : { userId: before.id }) },
      next: { phone, ...(hidesIds ? {} : { userId: next.id }) },
      endsPhone: true,
      at: this.now,
    });
  }

  private async changeId(human: number): Promise<void> {
    const before = this.human(human);
    this.ids += 1;
    const id = `GB.${human}.${this.ids}`;
    this.humans[human] = { ...before, id };
    const [previous, next] = [{ userId: before.id }, { phone: before.phone, userId: id }];
    await people.supersede(this.workspaceId, { channel: "whatsapp", previous, next, endsPhone: false, at: this.now });
  }

  /** A message from before the last change of the number arrives after it. */
  private async sayLate(human: number): Promise<void> {
    const { former } = this.human(human);
    if (!former) return;
    const sender = { channel: "whatsapp", phone: former.phone, channelUserId: former.id } as const;
    await this.write(human, sender, "Late", new Date(former.until.getTime() - minute / 2));
  }

  private async sharePhone(human: number): Promise<void> {
    const { id, phone } = this.human(human);
    const person = await db().person.findFirst({ where: { workspaceId: this.workspaceId, channelUserId: id } });
    if (person) await people.setPhone(this.workspaceId, { personId: person.id, phone, at: this.now });
  }

  private async decide(moves: boolean): Promise<void> {
    const [open] = (await conflicts.list(this.workspaceId, {})).items;
    if (open) await conflicts.resolve(this.workspaceId, commandLine, { id: open.id, decision: moves ? "move_phone" : "keep_apart" });
  }

  private close = (human: number): Promise<void> => this.setStatus(human, "closed");

  /** An agent closes a human's newest chat, or opens it again. */
  async setStatus(human: number, status: "open" | "closed"): Promise<void> {
    const chatId = await this.chatOf(human);
    if (chatId) await chats.setStatus(this.workspaceId, chatId, { agent: { id: newId(), name: "Olga" }, status });
  }
}
