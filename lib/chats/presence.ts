import { minuteMs } from "@/lib/kernel/durations";
import { clip } from "@/lib/kernel/text";
import { db } from "@/lib/platform/db";
import { notify } from "@/lib/platform/notify";
import { maxPresenceName } from "@/lib/platform/notify/message";
import { singleton } from "@/lib/platform/runtime";
import type { Presence } from "./contract";
import { noSuchChat } from "./read";

/** How often a member can announce something in a minute, at this process: a browser says every few seconds that it is still there. */
const maxPerMinute = 30;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** How often each member announced something in this minute. */
    presenceCounts: { minute: number; counts: Map<string, number> };
  }
}

const own = () => singleton("presenceCounts", () => ({ minute: 0, counts: new Map() }));

/** Counts one more; whether it is within the limit. */
function isWithinLimit(member: string): boolean {
  const counted = own();
  const minute = Math.floor(Date.now() / minuteMs);
  if (counted.minute !== minute) {
    counted.minute = minute;
    counted.counts.clear();
  }
  const count = (counted.counts.get(member) ?? 0) + 1;
  counted.counts.set(member, count);
  return count <= maxPerMinute;
}

type Announcement = { agent: { id: string; name: string }; state: Presence };

/** Tells every open tab of the workspace. More than the limit is dropped, because nobody depends on it. @throws not_found */
export async function announcePresence(workspaceId: string, chatId: string, { agent, state }: Announcement) {
  const chat = await db().chat.findUnique({ where: { workspaceId_id: { workspaceId, id: chatId } }, select: { id: true } });
  if (!chat) throw noSuchChat();
  if (!isWithinLimit(`${workspaceId} ${agent.id}`)) return {};
  notify(workspaceId, { presence: [{ chatId: chat.id, accountId: agent.id, name: clip(agent.name, maxPresenceName), state }] });
  return {};
}
