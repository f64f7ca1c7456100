/** In `event_move`, for events that are with no contact. */
export const noContact = "00000000-0000-0000-0000-000000000000";

export const newestFirst = (e: string) => `order by ${e}.occurred_at desc, ${e}.received_at desc, ${e}.id desc`;

/**
 * The newest events of the person `person` that are with the contact `contact`, or with none, and one more than move at once. Each part
 * reads its own end of an index, and neither the events of a deleted contact.
 */
export const movableSql = ({ workspace, person, contact }: { workspace: string; person: string; contact: string }): string => `
    select m.id, row_number() over (${newestFirst("m")}) as place from (
      (select e.id, e.occurred_at, e.received_at from event e
        where e.workspace_id = ${workspace} and e.person_id = ${person} and e.contact_id is null and ${contact} is null
        ${newestFirst("e")} limit move_step_size() + 1)
      union all
      (select e.id, e.occurred_at, e.received_at from event e
        where e.workspace_id = ${workspace} and e.person_id = ${person} and e.contact_id = ${contact}
        ${newestFirst("e")} limit move_step_size() + 1)
    ) m`;

/** How many open problems follow a link at once, besides the newest events: as many as a panel shows. */
export const problemsAtOnce = 100;

/**
 * CTEs that move a person's events along with their link: the newest, and those that open problems happened with last. What is older moves
 * in steps (`event_move`). `linked` names a CTE with the columns workspace_id, id (of the person), contact_id (the new link) and was (the
 * old link). Events of a deleted contact stay with it until they are removed.
 */
export const moveEventsSql = (linked: string): string => `
movable as (
  select l.workspace_id, l.id as person_id, l.was, l.contact_id, m.id, m.place
  from ${linked} l cross join lateral (${movableSql({ workspace: "l.workspace_id", person: "l.id", contact: "l.was" })}) m
  where l.was is distinct from l.contact_id
),
troubling as (
  select l.workspace_id, l.was, l.contact_id, o.last_event_id as id
  from ${linked} l cross join lateral (
    select o.last_event_id from problem o
    where o.workspace_id = l.workspace_id and o.owner_id = coalesce(l.was, l.id) and o.closed_at is null
    order by o.last_at desc limit ${problemsAtOnce}
  ) o
  cross join lateral (
    select from event e where e.workspace_id = l.workspace_id and e.id = o.last_event_id and e.person_id = l.id offset 0
  ) e
  where l.was is distinct from l.contact_id
),
moved as (
  update event e set contact_id = m.contact_id
  from (
    select workspace_id, was, contact_id, id from movable where place <= move_step_size()
    union select workspace_id, was, contact_id, id from troubling
  ) m
  where e.workspace_id = m.workspace_id and e.id = m.id and e.contact_id is not distinct from m.was
),
to_move as (
  insert into event_move (workspace_id, person_id, from_id)
  select workspace_id, person_id, coalesce(was, '${noContact}') from movable where place = move_step_size() + 1
  on conflict do nothing
)`;
