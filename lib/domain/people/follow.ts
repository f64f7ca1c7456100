/**
 * Parts of a statement: events kept on a person follow their link. `linked` names a part with the columns workspace_id, id
 * (of the person), contact_id (the link now) and was (the link before). Events of a deleted contact belong to no link, and
 * stay with it until they are removed. Two updates, because each is a look-up in an index of its own, and neither reads
 * through the events of a deleted contact.
 */
export const eventsFollow = (linked: string): string => `
moved_from_person as (
  update event e set contact_id = l.contact_id
  from ${linked} l
  where l.was is null and l.contact_id is not null and e.workspace_id = l.workspace_id and e.person_id = l.id and e.contact_id is null
),
moved_from_contact as (
  update event e set contact_id = l.contact_id
  from ${linked} l
  where l.was is distinct from l.contact_id and e.workspace_id = l.workspace_id and e.person_id = l.id and e.contact_id = l.was
)`;
