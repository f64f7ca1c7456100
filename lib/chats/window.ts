import { hourMs } from "@/lib/kernel/durations";
import { type Refusal, refusal } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { type Queries, rows } from "@/lib/platform/db/rows";
import { nameOf } from "@/lib/workspace/integrations";
import { noSuchChat } from "./read";
import { rulesOf } from "./shared/channels";
import { windowStatement } from "./sql";

type Window = Awaited<ReturnType<typeof windowOf>>;

/** Until when the customer may be written to without a template; null for a chat without such a limit. @throws not_found */
export async function windowOf(workspaceId: string, chatId: string, on: Queries = db()) {
  const [row] = await rows(on, windowStatement)(workspaceId, chatId);
  if (!row) throw noSuchChat();
  const { lastAt, ...known } = row;
  const { windowMs } = rulesOf(row.channel);
  const hasWindow = row.isSentOutside && windowMs !== null;
  return {
    ...known,
    hasWindow,
    opensUntil: hasWindow && row.isReachable && lastAt ? new Date(lastAt.getTime() + windowMs) : null,
    lastCustomerMessageAt: lastAt,
  };
}

/** Why a message that has to go outside cannot. */
export function refusalOf({ channel, isSentOutside, isReachable }: Window): Refusal {
  const name = nameOf(channel);
  if (!isSentOutside) return refusal("notConnected", { channel: name });
  if (!isReachable) return refusal("otherWayUnknown", { channel: name });
  return refusal("windowShut", { channel: name, hours: (rulesOf(channel).windowMs ?? 0) / hourMs });
}
