/**
 * CTEs that move a person's events along with their link. `linked` names a CTE with the columns workspace_id, id (of the person),
 * contact_id (the new link) and was (the old link). Events of a deleted contact stay with it until they are removed. Two updates,
 * because each uses an index of its own, and neither scans the events of a deleted contact.
 */
export const moveEventsSql = (linked: string): string => `
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
