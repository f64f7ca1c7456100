import * as chats from "@/lib/chats";
import { View } from "@/lib/chats/contract";
import * as contacts from "@/lib/context/contacts";
import { readOverview } from "@/lib/desk/overview/read";
import * as panel from "@/lib/desk/panel";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";

type Event = {
  id: string;
  contactId: string | null;
  personId: string | null;
  event: string;
  level: "problem" | "info";
  properties: unknown;
  occurredAt: Date;
  receivedAt: Date;
};
type Mark = { ownerId: string; reference: string; event: string; at: Date; undoneAt: Date | null };
type State = {
  events: Event[];
  contacts: { id: string; userId: string | null }[];
  people: { id: string; contactId: string | null }[];
};

const ownerOf = ({ contactId, personId }: Event) => contactId ?? personId ?? "";
const referenceOf = ({ properties }: Event) => String((properties as { reference?: string }).reference ?? "");
const isLater = (a: Event, b: Event) =>
  Number(a.occurredAt) - Number(b.occurredAt) || Number(a.receivedAt) - Number(b.receivedAt) || (a.id < b.id ? -1 : 1);

/** Whether a problem event is open (contract §7). Written without code of the product. */
function isOpen(problem: Event, { events }: State, marks: Mark[]): boolean {
  const reference = referenceOf(problem);
  const isClosing = (one: Event) =>
    one.level === "info" &&
    reference !== "" &&
    referenceOf(one) === reference &&
    ownerOf(one) === ownerOf(problem) &&
    isLater(one, problem) > 0;
  const isMarked = (mark: Mark) =>
    mark.ownerId === ownerOf(problem) &&
    mark.reference === reference &&
    mark.event === problem.event &&
    !mark.undoneAt &&
    mark.at >= (reference === "" ? problem.receivedAt : problem.occurredAt);
  return !events.some(isClosing) && !marks.some(isMarked);
}

/** The names and references of an owner’s open problems: those with an event that is open. */
function openOf(owner: string, state: State, marks: Mark[]): string[] {
  const own = state.events.filter((event) => event.level === "problem" && ownerOf(event) === owner);
  return [...new Set(own.filter((event) => isOpen(event, state, marks)).map((event) => nameOf(event.event, referenceOf(event))))];
}

/** Events of a closed problem that its last mark closed: without a reference those that arrived between two marks, with one all of them. */
function lastRunOf(events: Event[], marks: Mark[]): Event[] {
  const [first] = events;
  if (!first || referenceOf(first) !== "") return events;
  const own = marks.filter(
    ({ ownerId, reference, event, undoneAt }) => ownerId === ownerOf(first) && reference === "" && event === first.event && !undoneAt,
  );
  const markOf = (event: Event) => Math.min(...own.filter(({ at }) => at >= event.receivedAt).map(({ at }) => Number(at)));
  const last = Math.max(...events.map(markOf));
  return events.filter((event) => markOf(event) === last);
}

const nameOf = (event: string, reference: string | null) => `${event} ${reference ?? ""}`.trim();

/** Panel, lists, their count, overview and API agree with the events and marks on what is open, in chats of every state. */
export async function problemRules(workspaceId: string, state: State): Promise<string[]> {
  const marks = await db().problemHandled.findMany({ where: { workspaceId } });
  const found = await db().chat.findMany({ where: { workspaceId } });
  const lists = new Map<string, { view: string; openProblems: number }[]>();
  const counted = new Set<number>();
  for (const view of View.options) {
    const { items, counts } = await chats.list(workspaceId, { accountId: newId(), view });
    counted.add(counts.problems);
    for (const { id, openProblems } of items) lists.set(id, [...(lists.get(id) ?? []), { view, openProblems }]);
  }
  const wrong: string[] = [];
  const ownerOfPerson = (personId: string) => state.people.find((person) => person.id === personId)?.contactId ?? personId;
  for (const { id, personId } of found) {
    const owner = ownerOfPerson(personId);
    const expected = openOf(owner, state, marks).sort();
    const { problems, problemsCount } = await panel.read(workspaceId, id, "owner");
    const shown = problems.map(({ event, reference }) => nameOf(event, reference)).sort();
    if (String(shown) !== String(expected) || problemsCount !== expected.length)
      wrong.push(`the panel shows ${shown} instead of ${expected}`);
    const listed = lists.get(id) ?? [];
    if (listed.length === 0 || listed.some(({ openProblems }) => openProblems !== expected.length))
      wrong.push(`a list says something else than ${expected}`);
    const isProblem = listed.some(({ view }) => view === "problems");
    if (isProblem !== expected.length > 0) wrong.push(`a chat is ${isProblem ? "" : "not "}among the problems`);
  }
  const listedCount = [...lists.values()].flat().filter(({ view }) => view === "problems").length;
  if (counted.size !== 1 || !counted.has(listedCount)) wrong.push(`the tab counts ${[...counted]} chats instead of ${listedCount}`);
  const owners = new Set(state.events.filter(({ contactId }) => !isDeleted(state, contactId)).map(ownerOf));
  const expected = [...owners].flatMap((owner) => openOf(owner, state, marks)).length;
  const now = Date.now();
  const { openProblems } = await readOverview(workspaceId, { from: new Date(now - 3_600_000), to: new Date(now), zone: "UTC" });
  const total = openProblems.reduce((sum, { count }) => sum + count, 0);
  if (total !== expected) wrong.push(`the overview counts ${total} problems instead of ${expected}`);
  return [...wrong, ...(await contactRules(workspaceId, state, marks))];
}

async function contactRules(workspaceId: string, state: State, marks: Mark[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { userId } of state.contacts) {
    if (userId === null) continue;
    const { events } = await contacts.get(workspaceId, userId);
    for (const { id, level, closedAt } of events) {
      const stored = state.events.find((event) => event.id === id);
      const expected = stored !== undefined && level === "problem" && !isOpen(stored, state, marks);
      if ((closedAt !== null) !== expected) wrong.push(`the API says that ${id} is ${closedAt === null ? "open" : "closed"}`);
    }
  }
  return wrong;
}

/** The table of problems has one row for each name and reference of an owner, and it says what the events and marks say. */
export async function tableRules(workspaceId: string, state: State): Promise<string[]> {
  const [marks, found] = await Promise.all([
    db().problemHandled.findMany({ where: { workspaceId } }),
    db().problem.findMany({ where: { workspaceId } }),
  ]);
  const known = state.events.filter(({ level, contactId }) => level === "problem" && !isDeleted(state, contactId));
  const keyOf = (ownerId: string, reference: string, event: string) => JSON.stringify([ownerId, reference, event]);
  const groups = new Map<string, Event[]>();
  for (const event of known) {
    const key = keyOf(ownerOf(event), referenceOf(event), event.event);
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  const expected = [...groups].map(([key, events]) => {
    const open = events.filter((event) => isOpen(event, state, marks));
    const shown = open.length > 0 ? open : lastRunOf(events, marks);
    return [key, shown.toSorted(isLater).at(-1)?.id, open.length > 0 ? open.length : "closed"].join();
  });
  const actual = found.map(({ ownerId, reference, event, lastEventId, closedAt, count }) =>
    [keyOf(ownerId, reference, event), lastEventId, closedAt ? "closed" : count].join(),
  );
  const [wanted, there] = [expected.sort().join("; "), actual.sort().join("; ")];
  return wanted === there ? [] : [`the table of problems has ${there} instead of ${wanted}`];
}

const isDeleted = ({ contacts: all }: State, id: string | null) =>
  id !== null && all.some((contact) => contact.id === id && contact.userId === null);
