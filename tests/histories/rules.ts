import { db } from "@/lib/platform/db";
import type { World } from "./play";
import { problemRules, tableRules } from "./problems";
import type { Step } from "./world";

/** The other form of a number of this test. Written from the contract, without code of the product. */
const otherForm = (phone: string | null): string | undefined =>
  ({ "5511987654321": "551187654321", "551187654321": "5511987654321" })[phone ?? ""];

export async function stateOf(workspaceId: string) {
  const where = { workspaceId };
  const [contacts, people, chats, stored, events, codes, conflicts] = await Promise.all([
    db().contact.findMany({ where }),
    db().person.findMany({ where }),
    db().chat.findMany({ where, select: { id: true, personId: true } }),
    db().chatItem.findMany({ where }),
    db().event.findMany({ where }),
    db().linkCode.findMany({ where }),
    db().linkConflict.findMany({ where }),
  ]);
  const personOf = new Map(chats.map(({ id, personId }) => [id, personId]));
  const items = stored.map((item) => ({ ...item, chat: { personId: personOf.get(item.chatId) ?? "" } }));
  return { contacts, people, items, events, codes, conflicts };
}

type State = Awaited<ReturnType<typeof stateOf>>;

/** The contact that a phone belongs to (contract §4): exactly, else by the other form when that names one person and one contact. */
function ownerOf({ contacts, people }: State, phone: string | null): string | null {
  if (phone === null) return null;
  const holders = (form: string) =>
    contacts
      .filter((contact) => contact.phone === form)
      .sort((a, b) => Number(a.phoneSince) - Number(b.phoneSince) || (a.id < b.id ? -1 : 1));
  const [exact] = holders(phone);
  if (exact) return exact.id;
  const other = otherForm(phone);
  if (!other || people.some((person) => person.phone === other)) return null;
  const [only, ...more] = holders(other);
  return only && more.length === 0 ? only.id : null;
}

const permanent = new Set(["agent", "signed", "code"]);
type Link = { contactId: string; linkedBy: string };

/** Checks what the contract promises, after each step of one history. */
export class Rules {
  private readonly links = new Map<string, Link>();
  private before: State | undefined;

  constructor(private readonly world: World) {}

  /** The rules that the step has broken, in words. */
  async broken(step: Step): Promise<string[]> {
    const state = await stateOf(this.world.workspaceId);
    const ofStep = this.before ? stepRules({ before: this.before, state }, step) : [];
    this.before = state;
    const problems = await tableRules(this.world.workspaceId, state);
    return [...this.mixed(state), ...this.wronglyLinked(state), ...misplaced(state), ...leftBehind(state), ...ofStep, ...problems];
  }

  /** The rules that the screens and the API have broken at the end of a history. */
  async brokenAtEnd(): Promise<string[]> {
    return problemRules(this.world.workspaceId, await stateOf(this.world.workspaceId));
  }

  /** Nobody's messages are with another human's. */
  private mixed({ items }: State): string[] {
    const authors = new Map<string, Set<number>>();
    for (const { id, chat } of items) {
      const author = this.world.authors.get(id);
      if (author !== undefined) authors.set(chat.personId, (authors.get(chat.personId) ?? new Set()).add(author));
    }
    return [...authors].flatMap(([person, found]) => (found.size > 1 ? [`person ${person} is ${[...found].join(" and ")}`] : []));
  }

  private wronglyLinked(state: State): string[] {
    for (const id of this.world.undone) this.links.delete(id);
    return state.people.flatMap((person) => {
      const before = this.links.get(person.id);
      if (person.contactId && person.linkedBy && permanent.has(person.linkedBy))
        this.links.set(person.id, { contactId: person.contactId, linkedBy: person.linkedBy });
      const wrong = this.whyWrong(state, person, before);
      return wrong ? [`${wrong}: person ${person.id} (${person.phone}) has ${person.linkedBy} ${person.contactId}`] : [];
    });
  }

  private whyWrong(state: State, person: State["people"][number], before: Link | undefined): string | undefined {
    const { contacts, items } = state;
    const isThere = before && contacts.some(({ id, deletedAt }) => id === before.contactId && !deletedAt);
    if (isThere && person.contactId !== before.contactId) return "a permanent link was replaced";
    const userId = contacts.find(({ id, deletedAt }) => id === person.contactId && !deletedAt)?.userId;
    if (person.contactId && !userId) return "a link to a deleted contact";
    if (person.linkedBy && permanent.has(person.linkedBy)) {
      const author = items.flatMap(({ id, chat }) => (chat.personId === person.id ? (this.world.authors.get(id) ?? []) : []))[0];
      const proofs: ReadonlySet<string> | undefined = author === undefined ? undefined : this.world.proofs.get(author);
      return author === undefined || proofs?.has(userId ?? "") ? undefined : "a permanent link that nobody proved";
    }
    const owner = ownerOf(state, person.phone);
    if (person.channel === "website") return person.contactId ? "a visitor who is linked without a proof" : undefined;
    if (owner !== null) return person.contactId === owner && person.linkedBy === "phone" ? undefined : `the phone is ${owner}'s`;
    if (person.linkedBy === "phone") return "a link by a phone that is not the contact's";
    if (person.linkedBy !== "event") return undefined;
    const forms = [person.phone, otherForm(person.phone)];
    return forms.some((form) => this.world.named.has(`${userId} ${form}`)) ? undefined : "a link by an event that did not happen";
  }
}

type Change = { before: State; state: State };

function stepRules(change: Change, step: Step): string[] {
  if (step.kind === "event" || step.kind === "problem") return eventRules(change, step);
  if (step.kind !== "say late") return [];
  const isChanged = ({ id, phone }: State["people"][number]) =>
    phone !== null && change.state.people.some((one) => one.id === id && one.phone !== phone);
  return change.before.people.filter(isChanged).map(({ phone }) => `a late message changed the phone ${phone}`);
}

/** Says who an event with a phone belongs to (contract §3). */
function eventRules({ before, state }: Change, { userId, phone }: Extract<Step, { kind: "event" | "problem" }>): string[] {
  if (phone === null) return [];
  const other = otherForm(phone);
  const having = (form: string | undefined) => before.contacts.filter((contact) => contact.phone !== null && contact.phone === form);
  const holders = having(phone).length > 0 || having(other).length !== 1 ? having(phone) : having(other);
  const filled = state.contacts.filter(({ id, phone: now }) => now !== (before.contacts.find((one) => one.id === id)?.phone ?? null));
  const isWronglyFilled = filled.some((contact) => contact.userId !== userId || contact.phone !== phone || holders.length > 0);
  const [made] = state.events.filter(({ id }) => !before.events.some((one) => one.id === id));
  const person = userId === null ? before.people.find(({ id }) => id === made?.personId) : undefined;
  const isAnothers = person !== undefined && person.phone !== phone && having(phone).some(({ id }) => id !== person.contactId);
  const isTaken = person !== undefined && person.phone !== phone && before.people.some((one) => one.phone === phone);
  return [
    ...(isWronglyFilled ? [`an event gave ${userId} the phone ${phone}`] : []),
    ...(isAnothers || isTaken ? [`an event for ${phone} is with ${person?.phone}`] : []),
  ];
}

/** A person's events are with their contact. */
function misplaced({ events, people, contacts }: State): string[] {
  const isDeleted = (id: string | null) => contacts.some((contact) => contact.id === id && contact.deletedAt);
  return events.flatMap(({ id, personId, contactId }) => {
    const person = people.find((one) => one.id === personId);
    return person && person.contactId !== contactId && !isDeleted(contactId) ? [`event ${id} is not with the contact of its person`] : [];
  });
}

/** What a deleted contact must not leave behind. */
function leftBehind({ contacts, codes, conflicts, items }: State): string[] {
  const known = new Set(contacts.filter(({ deletedAt }) => !deletedAt).map(({ id }) => id));
  const codesLeft = codes.filter(({ contactId }) => !known.has(contactId)).map(() => "a code of a deleted contact");
  const conflictsLeft = conflicts.filter((one) => !known.has(one.contactId) || !known.has(one.otherContactId));
  const digests = items.filter(({ data }) => data !== null && typeof data === "object" && "digest" in data);
  const readable = digests.filter(({ data }) => JSON.stringify(data).includes("Payment"));
  return [
    ...codesLeft,
    ...conflictsLeft.map(() => "a conflict of a deleted contact"),
    ...readable.map(() => "a digest with the text of an event"),
  ];
}
