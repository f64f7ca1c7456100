import type { z } from "zod";
import { availableButtons, lastPressesOf } from "@/lib/actions/calls/available-buttons";
import { outcomeOf } from "@/lib/chats/stored-outcome";
import { taggedContactStatement } from "@/lib/chats/tagging/sql";
import type { ClosedBy } from "@/lib/context/events/contract";
import * as panel from "@/lib/desk/panel";
import { AttributeMap } from "@/lib/kernel/attributes";
import type { Role } from "@/lib/kernel/contract";
import * as attributeDisplay from "@/lib/people/attribute-display";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import type { FramePanel } from "./contract";
import { chatOf } from "./subject";

type View = z.output<typeof FramePanel>;

const maxNotes = 3;

/** The panel of a contact or person for a member of this role; undefined when they were deleted meanwhile. */
export async function readPanel(workspaceId: string, owner: panel.Owner, role: Role): Promise<View | undefined> {
  const chatId = await chatOf(workspaceId, owner);
  if (!chatId) return owner.of === "contact" ? withoutChat(workspaceId, owner, role) : undefined;
  const [found, notes] = await Promise.all([panel.read(workspaceId, chatId, role), notesIn(workspaceId, chatId)]);
  return { ...found, notes };
}

/** What a backend's token shows: nothing that is the team's own, and nothing to press. */
export const withoutTeam = (view: View): View => ({
  ...view,
  contact: view.contact && { ...view.contact, tags: [] },
  chat: view.chat && { ...view.chat, assignee: null, snoozedUntil: null, tags: [] },
  suggestion: null,
  linkedChats: [],
  buttons: [],
  hiddenButtons: 0,
  running: [],
  outcomes: [],
  notes: [],
  problems: view.problems.map(withoutHandler),
  solved: view.solved.map((problem) => withoutHandler({ ...problem, closedBy: withoutName(problem.closedBy) })),
});

/** The frame shows a colleague without a name: who works here is no business of whoever has a token. */
const withoutName = <By extends ClosedBy | null>(by: By): By => (by?.kind === "agent" ? { ...by, name: "" } : by);
export const withoutCloser = <E extends { closedBy: ClosedBy | null }>(event: E): E => ({
  ...event,
  closedBy: withoutName(event.closedBy),
});
const withoutHandler = <P extends Pick<View["problems"][number], "latest">>(problem: P): P => ({
  ...problem,
  latest: withoutCloser(problem.latest),
});

async function notesIn(workspaceId: string, chatId: string): Promise<View["notes"]> {
  const found = await db().chatItem.findMany({
    where: { workspaceId, chatId, kind: "action" },
    orderBy: { seq: "desc" },
    take: maxNotes,
    select: { id: true, authorName: true, createdAt: true, data: true },
  });
  return found.map(({ data, authorName, ...item }) => ({ ...item, authorName: authorName ?? "", outcome: outcomeOf(data) }));
}

/** A contact that never chatted: what its backend sent, and the buttons. */
async function withoutChat(workspaceId: string, { id }: panel.Owner, role: Role): Promise<View | undefined> {
  const contact = await db().contact.findFirst({ where: { workspaceId, id, deletedAt: null } });
  if (!contact?.userId) return undefined;
  const { userId, name, email, phone, createdAt } = contact;
  const attributes = AttributeMap.parse(contact.attributes);
  const [events, display, [tagged], buttons] = await Promise.all([
    panel.eventsOf(workspaceId, { of: "contact", id }),
    attributeDisplay.of(workspaceId, attributes),
    rows(db(), taggedContactStatement)(workspaceId, id),
    db().actionButton.findMany({
      where: { workspaceId, enabled: true },
      orderBy: [{ position: "asc" }, { id: "asc" }],
      select: { id: true, action: true, label: true, options: true, problemEvents: true },
    }),
  ]);
  // Cooldowns count presses for anybody linked to the contact; no person has the contact's own id.
  const facts = { contact: { attributes }, contactId: id, personId: id, role, hasProblem: events.problemsCount > 0 };
  return {
    chat: null,
    person: { ...nobody, displayName: name ?? userId },
    contact: { id, userId, name, email, phone, attributes, display, tags: tagged?.tags, createdAt },
    suggestion: null,
    linkedChats: [],
    linkedChatsCount: 0,
    ...events,
    ...availableButtons(buttons, facts, await lastPressesOf(workspaceId, buttons, facts)),
    running: [],
    outcomes: [],
    notes: [],
  };
}

const nobody = {
  id: null,
  name: null,
  phone: null,
  username: null,
  visitorId: null,
  email: null,
  typedPhone: null,
  linkedBy: null,
  isBlocked: false,
};
