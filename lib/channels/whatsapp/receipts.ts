import { z } from "zod";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { singleton } from "@/lib/platform/runtime";
import * as integrations from "@/lib/workspace/integrations";
import { receiptBody } from "./body";
import { call } from "./graph";

/** Meta shows that somebody is typing for 25 seconds; a call within that time would change nothing. */
const typingMs = 20_000;
const maxRemembered = 5_000;
const timeoutMs = 5_000;

type Receipt = { externalId: string; typedAt: number };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The last receipt of a chat that this process sent, by workspace and chat. */
    receipts: Map<string, Receipt>;
  }
}

const receipts = () => singleton("receipts", () => new Map());

const ReceivedRow = z.strictObject({ externalId: z.string() });

/** `$1` workspace, `$2` chat, `$3` the seq that was read: the customer's last message up to it, while receipts are sent. */
const receivedStatement = statement({ row: ReceivedRow })`
select i.data ->> 'externalId' as "externalId" from chat c
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
join integration g on g.workspace_id = c.workspace_id
join chat_item i on i.workspace_id = c.workspace_id and i.chat_id = c.id
where c.workspace_id = $1::uuid and c.id = $2::uuid and p.channel = 'whatsapp' and p.blocked_at is null
  and g.kind = 'whatsapp' and g.paused_reason is null and g.settings -> 'isOn' = 'true'::jsonb
  and g.settings -> 'sendsReceipts' = 'true'::jsonb
  and i.seq <= $3::int and i.kind = 'message' and i.author = 'customer' and i.data ->> 'externalId' is not null
order by i.seq desc limit 1`;

type Shown = { seq: number; isTyping: boolean };

/** Shows the customer that their messages were read; false without any that may be shown so. */
export async function sendReceipt(workspaceId: string, chatId: string, { seq, isTyping }: Shown): Promise<boolean> {
  const [row] = await rows(db(), receivedStatement)(workspaceId, chatId, seq);
  if (!row) return false;
  if (!remember(`${workspaceId}:${chatId}`, row.externalId, isTyping)) return isTyping;
  const integration = await integrations.read(workspaceId, "whatsapp");
  if (!integration) return false;
  const { phoneNumberId } = integration.settings;
  const body = receiptBody({ externalId: row.externalId, isTyping });
  const result = await call(integration.secrets, { path: `${phoneNumberId}/messages`, body, timeoutMs });
  return result.kind === "ok";
}

/** False when the customer sees it already. */
function remember(key: string, externalId: string, isTyping: boolean): boolean {
  const now = performance.now();
  const last = receipts().get(key);
  const isSame = last?.externalId === externalId;
  if (isSame && (!isTyping || now - last.typedAt < typingMs)) return false;
  if (receipts().size >= maxRemembered) receipts().clear();
  receipts().set(key, { externalId, typedAt: isTyping ? now : Number.NEGATIVE_INFINITY });
  return true;
}
