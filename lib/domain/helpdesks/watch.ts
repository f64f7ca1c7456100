import { db } from "@/lib/platform/db";
import type { ChangeNotification } from "@/lib/platform/notify";
import type { FrameSubject } from "./contract";
import { find, type Viewer } from "./find";

/** Whose changes a frame shows; undefined while nobody is known by its userId or phone. */
export type Watched = { contactId: string | null; personIds: string[] };

const maxPeople = 100;

export async function watched(workspaceId: string, viewer: Viewer, subject: FrameSubject): Promise<Watched | undefined> {
  const { owner } = await find(workspaceId, viewer, subject);
  if (!owner) return undefined;
  if (owner.of === "person") return { contactId: null, personIds: [owner.id] };
  const people = await db().person.findMany({ where: { workspaceId, contactId: owner.id }, select: { id: true }, take: maxPeople });
  return { contactId: owner.id, personIds: people.map(({ id }) => id) };
}

/** Whether a change may concern the person in the frame. Somebody unknown may become known by any change of a contact or person. */
export function concerns(own: Watched | undefined, { contacts = [], people = [] }: ChangeNotification): boolean {
  if (!own) return contacts.length > 0 || people.length > 0;
  return (own.contactId !== null && contacts.includes(own.contactId)) || people.some((id) => own.personIds.includes(id));
}
