import { z } from "zod";
import * as contacts from "@/lib/context/contacts";
import type { MergeValues } from "@/lib/context/contacts/merge/contract";
import { noContactWithId } from "@/lib/context/contacts/missing";
import { AttributeMap } from "@/lib/kernel/attributes";
import { AppError } from "@/lib/kernel/errors";
import { aliasesOf } from "@/lib/people/contact-of";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import type { Actor } from "@/lib/workspace/audit/contract";
import { userIdOf } from "./known";
import { maxCounted } from "./shared/counted";

const SideRow = z.strictObject({
  ...{ id: z.uuid(), userId: z.string(), aliases: z.array(z.string()), name: z.string().nullable(), email: z.string().nullable() },
  ...{ phone: z.string().nullable(), attributes: AttributeMap, events: z.int(), chats: z.int(), people: z.int() },
});

const counted = (from: string) => `(select count(*)::int from (select ${from} limit ${maxCounted + 1}) counted)`;

/** `$1` workspace, `$2` contacts that are there. */
const sidesStatement = statement({ row: SideRow })`
select c.id, c.user_id as "userId", ${aliasesOf("c")} as aliases, c.name, c.email, c.phone, c.attributes,
  ${counted("from event e where e.workspace_id = c.workspace_id and e.contact_id = c.id")} as events,
  ${counted("from person p join chat h on h.workspace_id = p.workspace_id and h.person_id = p.id where p.workspace_id = c.workspace_id and p.contact_id = c.id")} as chats,
  ${counted("from person p where p.workspace_id = c.workspace_id and p.contact_id = c.id")} as people
from contact c
where c.workspace_id = $1::uuid and c.id = any($2::uuid[]) and c.deleted_at is null and c.merged_into_id is null`;

type Pair = { into: string; from: string };

/** Both contacts of a merge, with what each has. @throws not_found, conflict */
export async function previewMerge(workspaceId: string, { into, from }: Pair) {
  if (into === from) throw new AppError("conflict", "A contact cannot be merged with itself.");
  const sides = await rows(db(), sidesStatement)(workspaceId, [into, from]);
  const side = (contactId: string) => {
    const found = sides.find(({ id }) => id === contactId);
    if (!found) throw noContactWithId();
    return { ...found, displayName: found.name ?? found.userId };
  };
  return { into: side(into), from: side(from) };
}

/** Merges as the public API does. @throws not_found, conflict, invalid_request */
export async function merge(workspaceId: string, { into, from }: Pair, { values, by }: { values: MergeValues; by: Actor }) {
  const [intoUserId, fromUserId] = [await userIdOf(workspaceId, into), await userIdOf(workspaceId, from)];
  return contacts.merge(workspaceId, intoUserId, { from: fromUserId, values }, by);
}

/** @throws not_found, conflict */
export async function undoMerge(workspaceId: string, { contactId, mergeId }: { contactId: string; mergeId: string }, by: Actor) {
  await userIdOf(workspaceId, contactId);
  await contacts.undoMerge(workspaceId, mergeId, by);
  return { undone: true as const };
}

const TargetRow = z.strictObject({ id: z.uuid().nullable() });

/** The contact that a contact is part of; its page is that one's. */
export async function mergedInto(workspaceId: string, contactId: string): Promise<string | undefined> {
  const [found] = await rows(db(), { row: TargetRow, workspace: workspaceId })`
    select merged_into_id as id from contact where workspace_id = ${workspaceId}::uuid and id = ${contactId}::uuid`;
  return found?.id ?? undefined;
}
