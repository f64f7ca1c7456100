import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { dayMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import * as people from "@/lib/people";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { consume } from "@/lib/platform/rate-limit";
import * as integrations from "@/lib/workspace/integrations";
import { codeFrom, codeIn, usedCodeText, whatsappUrl } from "./shared/code";

const validMs = 15 * 60 * 1000;
const removedAfterMs = dayMs;
const triesPerMinute = 5;

/** A code lives for minutes, works once and is tried a few times a minute: its 50 bits need no slow hash. */
const hashOf = (code: string) => createHash("sha256").update(code).digest("base64url");

const CreatedRow = z.strictObject({ expiresAt: z.date() });

/** Creates a one-time code for a contact, and removes those of the workspace that ended long ago. @throws customer_not_found */
export async function create(workspaceId: string, userId: string) {
  const code = codeFrom(randomBytes(10));
  const now = currentTime();
  const expiresAt = new Date(now.getTime() + validMs);
  const insert = () => rows(db(), { row: CreatedRow, workspace: workspaceId, writes: true })`
    with outdated as (
      delete from link_code where workspace_id = ${workspaceId}::uuid and expires_at < ${new Date(now.getTime() - removedAfterMs)}::timestamptz
    ),
    -- The lock lets a deletion of the contact wait, and remove this code, too.
    holder as (select id from contact where workspace_id = ${workspaceId}::uuid and user_id = ${userId} for key share)
    insert into link_code (workspace_id, hash, contact_id, created_at, expires_at)
    select ${workspaceId}::uuid, ${hashOf(code)}, id, ${now}, ${expiresAt} from holder
    returning expires_at as "expiresAt"`;
  const [[created], whatsapp] = await Promise.all([withRetry(insert), integrations.settingsOf(workspaceId, "whatsapp")]);
  if (!created) throw new AppError("customer_not_found", "No contact has this userId. Create it with PUT first.");
  return { code, expiresAt: created.expiresAt, whatsappUrl: whatsapp?.isOn ? whatsappUrl(whatsapp.displayPhone, code) : null };
}

/** A code as it stands in a message, and the text without it. */
export type CodeInText = { code: string; rest: string };

/** The code in a message. Nobody tries more than a few a minute: then the text is a text like any other. */
export async function admit(workspaceId: string, sender: people.Sender, text: string): Promise<CodeInText | undefined> {
  const found = codeIn(text);
  if (!found) return undefined;
  const caller = people.isVisitor(sender) ? sender.visitorId : (sender.channelUserId ?? sender.phone);
  const { allowed } = await consume(`link-code:${workspaceId}:${sender.channel}:${caller}`, triesPerMinute);
  return allowed ? found : undefined;
}

/** What an agent reads in place of the message, and the contact when the code has linked the person. */
type Redemption = { text: string; contactId: string | undefined };

const UsedRow = z.strictObject({ contactId: z.uuid(), isValid: z.boolean() });
const PersonRow = z.strictObject({ contactId: z.uuid().nullable(), phone: z.string().nullable() });

type Redeemed = { code: CodeInText; personId: string };

/**
 * Uses a code for a person, once. A permanent link to another contact stays, and an admin decides. Undefined for what is no code
 * of this workspace. Needs the linking lock for `change`.
 */
export async function redeem(
  on: Runner,
  workspaceId: string,
  { code: { code, rest }, personId }: Redeemed,
): Promise<Redemption | undefined> {
  const [used] = await rows(on, { row: UsedRow, workspace: workspaceId, writes: true })`
    with before as (
      select hash, used_at is null and expires_at > now() as is_valid from link_code
      where workspace_id = ${workspaceId}::uuid and hash = ${hashOf(code)} for update
    )
    update link_code l set used_at = coalesce(l.used_at, now())
    from before b
    where l.workspace_id = ${workspaceId}::uuid and l.hash = b.hash
    -- The code may be that of a contact which is part of another one by now.
    returning coalesce((
      select c.merged_into_id from contact c where c.workspace_id = l.workspace_id and c.id = l.contact_id
    ), l.contact_id) as "contactId", b.is_valid as "isValid"`;
  if (!used) return undefined;
  const isLinked = used.isValid && (await linkOrKeepApart(on, workspaceId, { personId, contactId: used.contactId }));
  return { text: rest || usedCodeText, contactId: isLinked ? used.contactId : undefined };
}

async function linkOrKeepApart(
  on: Runner,
  workspaceId: string,
  { personId, contactId }: { personId: string; contactId: string },
): Promise<boolean> {
  if (await people.link(on, workspaceId, { personId, contactId, linkedBy: "code" })) return true;
  const [person] = await rows(on, { row: PersonRow, workspace: workspaceId })`
    select contact_id as "contactId", phone from person where workspace_id = ${workspaceId}::uuid and id = ${personId}::uuid`;
  if (person?.contactId)
    await people.recordConflict(on, workspaceId, { contactId, otherContactId: person.contactId, phone: person.phone ?? "" });
  return false;
}
