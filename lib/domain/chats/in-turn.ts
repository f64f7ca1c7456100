import type { Runner } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { ChangeRow, inTurnStatement } from "./change-sql";

/** Gives a chat that begins to the member who was given one longest ago, in a workspace that wants that. Needs the linking lock. */
export async function assignInTurn(on: Runner, workspaceId: string, chatId: string, at: Date): Promise<void> {
  await rows(on, ChangeRow)(inTurnStatement, workspaceId, chatId, at);
}
