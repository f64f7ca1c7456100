import type { Runner } from "@/lib/platform/db";

/**
 * Moves the chats of somebody who turned out to be a known person, with the calls and events that belong to them: agents go on in
 * the chat that was written in last, and a second open one is closed. Needs the linking lock for `change`.
 */
export async function moveChats(on: Runner, workspaceId: string, { from, to }: { from: string; to: string }): Promise<void> {
  await on.$executeRaw`
    update chat set status = 'closed', open_for = null
    where workspace_id = ${workspaceId}::uuid and open_for in (${from}::uuid, ${to}::uuid) and id <> (
      select id from chat where workspace_id = ${workspaceId}::uuid and open_for in (${from}::uuid, ${to}::uuid)
      order by last_message_at desc, id desc limit 1)`;
  await on.$executeRaw`
    update chat set person_id = ${to}::uuid, open_for = case when open_for is not null then ${to}::uuid end
    where workspace_id = ${workspaceId}::uuid and person_id = ${from}::uuid`;
  await on.$executeRaw`
    update action_call set person_id = ${to}::uuid where workspace_id = ${workspaceId}::uuid and person_id = ${from}::uuid`;
  // Events follow the link of the person whose they are now; those of a deleted contact stay with it until they are removed.
  await on.$executeRaw`
    update event e set person_id = ${to}::uuid,
      contact_id = case when e.contact_id is not distinct from f.contact_id then t.contact_id else e.contact_id end
    from person f, person t
    where e.workspace_id = ${workspaceId}::uuid and e.person_id = ${from}::uuid
      and f.workspace_id = e.workspace_id and f.id = ${from}::uuid and t.workspace_id = e.workspace_id and t.id = ${to}::uuid`;
}
