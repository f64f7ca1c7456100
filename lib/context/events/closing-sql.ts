/** More problems of a reference are not looked at: screens that miss it read the chat again with the next tick. */
const maxLookedAt = 100;

const problemsOf = (d: string, state: string) => `(
      select o.* from problem o
      where o.workspace_id = ${d}.ws and o.owner_id = coalesce(${d}.contact_id, ${d}.person_id) and o.reference = event_reference(${d}.properties)
        and ${state} limit ${maxLookedAt}
    )`;

/**
 * Whether the event of the row `d` closes a problem event: the last one before it of a problem with its reference, with nothing in between
 * that had closed it. This also holds for a late event that closes only earlier ones of a problem that stays open. A problem that was
 * closed before the event stays as it is.
 */
export const closesProblem = (d: string): string => `${d}.level = 'info' and event_reference(${d}.properties) <> '' and exists (
      select from (
        ${problemsOf(d, "o.closed_at is null order by o.last_at")} union all ${problemsOf(d, `o.closed_at > ${d}.occurred_at`)}
      ) o
      cross join lateral (
        select e.occurred_at, e.received_at, e.id from event e
        where e.workspace_id = o.workspace_id and coalesce(e.contact_id, e.person_id) = o.owner_id
          and event_reference(e.properties) = o.reference and e.event = o.event and e.level = 'problem'
          and (e.occurred_at, e.received_at, e.id) < (${d}.occurred_at, ${d}.received_at, ${d}.id)
        order by e.occurred_at desc, e.received_at desc, e.id desc limit 1
      ) e
      where not exists (
        select from event i
        where i.workspace_id = o.workspace_id and coalesce(i.contact_id, i.person_id) = o.owner_id
          and event_reference(i.properties) = o.reference and i.level = 'info' and event_reference(i.properties) <> ''
          and (i.occurred_at, i.received_at, i.id) > (e.occurred_at, e.received_at, e.id)
          and (i.occurred_at, i.received_at, i.id) < (${d}.occurred_at, ${d}.received_at, ${d}.id)
      )
    )`;
