import { db } from "@/lib/platform/db";
import type { ChangeNotification } from "@/lib/platform/notify";
import type { FrameSubject } from "./contract";
import { find, type Viewer } from "./find";
import type { Hints } from "./subject";

/** The people whose changes a frame shows, or by what nobody is known yet. */
export type Watched = { contactId: string | null; personIds: string[] } | { unknown: Hints };

const maxPeople = 100;

export async function watched(workspaceId: string, viewer: Viewer, subject: FrameSubject): Promise<Watched> {
  const { owner, subject: unknown } = await find(workspaceId, viewer, subject);
  if (!owner) return { unknown };
  if (owner.of === "person") return { contactId: null, personIds: [owner.id] };
  const people = await db().person.findMany({ where: { workspaceId, contactId: owner.id }, select: { id: true }, take: maxPeople });
  return { contactId: owner.id, personIds: people.map(({ id }) => id) };
}

/**
 * Whether a change concerns the person in the frame, or may do so where they could not be looked for. Whether it makes somebody unknown
 * known is looked up (unknown.ts).
 */
export function concerns(own: Watched | undefined, { contacts = [], people = [], again }: ChangeNotification): boolean {
  const isUnnamed = again === "changed";
  if (!own) return isUnnamed || contacts.length > 0 || people.length > 0;
  if ("unknown" in own) return false;
  return isUnnamed || (own.contactId !== null && contacts.includes(own.contactId)) || people.some((id) => own.personIds.includes(id));
}
