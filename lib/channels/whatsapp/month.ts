import { z } from "zod";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

const CountRow = z.strictObject({ count: z.int() });

/** `$1` workspace, `$2` the first moment of the month: customers' messages on WhatsApp since then. */
const receivedStatement = statement({ row: CountRow })`
select count(*)::int as count from chat c
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
join chat_item i on i.workspace_id = c.workspace_id and i.chat_id = c.id
where c.workspace_id = $1::uuid and c.last_item_at >= $2::timestamptz and p.channel = 'whatsapp'
  and i.kind = 'message' and i.author = 'customer' and i.created_at >= $2::timestamptz`;

/** Messages of the calendar month (UTC) that a time is in. Meta charges for what was sent. */
export async function countsOf(workspaceId: string, now: Date): Promise<{ from: Date; sent: number; received: number }> {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const [sent, [received]] = await Promise.all([
    db().outboundMessage.count({
      where: { workspaceId, channel: "whatsapp", createdAt: { gte: from }, state: { in: ["sent", "delivered", "read"] } },
    }),
    rows(db(), receivedStatement)(workspaceId, from),
  ]);
  return { from, sent, received: received?.count ?? 0 };
}
