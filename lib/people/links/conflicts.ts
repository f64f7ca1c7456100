import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { cursorFor, pageOf, readCursor } from "@/lib/kernel/page";
import { relinkChats } from "@/lib/people/relink-chats";
import { withVariants } from "@/lib/people/shared/phone-variants";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { rows, run } from "@/lib/platform/db/rows";
import { changedAt, wireTime } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { notify } from "@/lib/platform/notify";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import type { Decision } from "./contract";

const pageSize = 50;

const SideRow = z.strictObject({
  userId: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  linkedChats: z.int(),
  lastSeenAt: z.string().nullable(),
});

const ConflictRow = z.strictObject({
  id: z.uuid(),
  phone: z.string().nullable(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  contact: SideRow,
  other: SideRow,
});

const sideOf = (contact: string) => `(
  select json_build_object('userId', ${contact}.user_id, 'name', ${contact}.name, 'phone', ${contact}.phone,
    'linkedChats', count(h.id), 'lastSeenAt', ${wireTime("max(h.last_message_at)")})
  from person p join chat h on h.workspace_id = p.workspace_id and h.person_id = p.id
  where p.workspace_id = ${contact}.workspace_id and p.contact_id = ${contact}.id
)`;

/** `$1` workspace, `$2` and `$3` the last row's time and id or null, `$4` how many: what no admin has decided yet, the latest first. */
const listStatement = statement({ row: ConflictRow })`
select l.id, nullif(l.phone, '') as phone, l.created_at as "createdAt", l.last_seen_at as "lastSeenAt",
  ${sideOf("c")} as contact, ${sideOf("o")} as other
from link_conflict l
join contact c on c.workspace_id = l.workspace_id and c.id = l.contact_id
join contact o on o.workspace_id = l.workspace_id and o.id = l.other_contact_id
where l.workspace_id = $1::uuid and l.resolved_at is null
  and ($2::timestamptz is null or (l.last_seen_at, l.id) < ($2::timestamptz, $3::uuid))
order by l.last_seen_at desc, l.id desc
limit $4::int`;

/** A page of the open conflicts. @throws invalid_request */
export async function list(workspaceId: string, { cursor }: { cursor?: string | undefined }) {
  const [at = null, id = null] = cursor ? readCursor(cursor) : [];
  const found = await rows(db(), listStatement)(workspaceId, at, id, pageSize + 1);
  const { page, last } = pageOf(found, pageSize);
  return { items: page, next: last ? cursorFor({ at: last.lastSeenAt, id: last.id }) : null };
}

const resolutions = { keep_apart: "kept_apart", move_phone: "phone_moved" } as const;

const OpenRow = z.strictObject({ contactId: z.uuid(), otherContactId: z.uuid(), phone: z.string() });

/** Decides a conflict. The audit log names no phone and no userId, because it outlives the contacts. @throws not_found, conflict */
export async function resolve(workspaceId: string, by: Actor, { id, decision }: { id: string; decision: Decision }) {
  const resolution = resolutions[decision];
  const { people, contacts } = await withLinkingLock(workspaceId, "change", async (tx) => {
    const [found] = await rows(tx, { row: OpenRow, workspace: workspaceId, writes: true })`
      update link_conflict set resolved_at = now(), resolution = ${resolution}, resolved_by = ${by.accountId}::uuid
      where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid and resolved_at is null
      returning contact_id as "contactId", other_contact_id as "otherContactId", phone`;
    if (!found) throw await notOpen(tx, workspaceId, id);
    const moved = decision === "move_phone" ? await movePhone(tx, workspaceId, found) : [];
    await audit.record(tx, workspaceId, by, { what: `conflict.${resolution}`, subject: id });
    return { people: moved, contacts: decision === "move_phone" ? [found.contactId, found.otherContactId] : [] };
  });
  notify(workspaceId, { people, contacts });
  return { resolution };
}

async function notOpen(tx: Prisma.TransactionClient, workspaceId: string, id: string): Promise<AppError> {
  const isDecided = (await tx.linkConflict.count({ where: { workspaceId, id } })) > 0;
  return isDecided
    ? new AppError("conflict", "Somebody has decided this already. Reload the list.")
    : new AppError("not_found", "There is no such conflict: one of the contacts was deleted.");
}

type Open = z.output<typeof OpenRow>;

/** `$1` workspace, `$2` the contact that gets the phone `$4`, `$3` the one that loses it, `$5` the phone in all its forms. */
const moveStatement = statement()`
update contact c set
  phone = case when c.id = $2::uuid then $4::text end,
  phone_since = case when c.id = $2::uuid then case when c.phone = $4::text then c.phone_since else clock_timestamp() end end,
  updated_at = ${changedAt("c")}
where c.workspace_id = $1::uuid and c.deleted_at is null
  and (c.id = $2::uuid or (c.id = $3::uuid and c.phone = any($5::text[])))`;

/** Gives the contact of the userId the phone, in the form in which it came. Returns the people whose link changed. */
async function movePhone(tx: Prisma.TransactionClient, workspaceId: string, { contactId, otherContactId, phone }: Open): Promise<string[]> {
  if (phone === "") throw new AppError("conflict", "No phone is known here. Keep the two contacts apart.");
  const phones = withVariants([phone]);
  const contact = await tx.contact.findUnique({ where: { workspaceId_id: { workspaceId, id: contactId } }, select: { phone: true } });
  await run(tx, moveStatement)(workspaceId, contactId, otherContactId, phone, phones);
  return relinkChats(tx, workspaceId, { phones: [phone, contact?.phone] });
}
