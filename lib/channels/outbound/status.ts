import type { OutsideChannel } from "@/lib/chats/shared/channels";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import { sendingStatement, statusStatement } from "./sql";

/** What a channel reports about a message. */
type Status = {
  /** The channel's id of the message. */
  externalId: string;
  state: "sent" | "delivered" | "read" | "failed";
  /** Why it failed, in words for the agent, and by the channel's own code. */
  failure?: { code: number | null; reason: string } | undefined;
  /** The attempt that it is about, where the channel returns what was sent along. */
  attempt?: { id: string; attempts: number } | undefined;
};

/** Whether a message is being sent whose id at the channel is not known yet. */
export async function isSending(workspaceId: string): Promise<boolean> {
  const [row] = await rows(db(), sendingStatement)(workspaceId);
  return row?.isSending === true;
}

/**
 * Statuses may come in any order and more than once: states only rise, and a failure outweighs only "sent". False when no message
 * is known by this id: if one was being sent before, the answer with the id may still be on its way to us, so try again later.
 */
export async function applyStatus(workspaceId: string, channel: OutsideChannel, status: Status): Promise<boolean> {
  const { externalId, state, failure, attempt } = status;
  const found = await rows(db(), statusStatement)(
    workspaceId,
    channel,
    externalId,
    attempt?.id ?? null,
    attempt?.attempts ?? null,
    state,
    failure?.code ?? null,
    failure?.reason ?? null,
    currentTime(),
  );
  const changed = found.filter((one) => one.changed);
  if (changed.length > 0) notify(workspaceId, itemsChanged(changed));
  return found.length > 0;
}
