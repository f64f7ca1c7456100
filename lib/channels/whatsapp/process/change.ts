import { changeMessage } from "@/lib/channels";
import { type By, changed } from "@/lib/channels/whatsapp/parse/changed";
import type { Changed } from "@/lib/channels/whatsapp/parse/message";
import * as attachments from "@/lib/chats/attachments";
import { db } from "@/lib/platform/db";
import { findItem } from "./find-item";

type Origin = { by: By; at: Date };

/** Changes an earlier message. A repeat has the same effect. Returns false when there is no such message, or none yet. */
export async function applyChange(workspaceId: string, change: Changed, origin: Origin): Promise<boolean> {
  const item = await findItem(workspaceId, change.target);
  if (!item) return false;
  await changeMessage(workspaceId, item.id, (text, content) => changed({ text, content }, change, origin));
  if (change.kind === "deletion") await attachments.release(db(), workspaceId, item.id);
  return true;
}
