import { z } from "zod";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { inTurnStatement } from "./change-sql";

/** Gives a chat that begins to the member who was given one longest ago, in a workspace that wants that. Needs the linking lock. */
export async function assignInTurn(on: Runner, workspaceId: string, chatId: string, at: Date): Promise<void> {
  await rows(on, inTurnStatement)(workspaceId, chatId, at);
}

const WantedRow = z.strictObject({ isWanted: z.boolean() });

/** Whether the workspace wants its new chats given to its members. */
export async function areGivenInTurn(on: Runner, workspaceId: string): Promise<boolean> {
  const [found] = await rows(on, { row: WantedRow, scope: "everywhere" })`
    select assign_new_chats = 'round_robin' as "isWanted" from workspace where id = ${workspaceId}::uuid`;
  return found?.isWanted === true;
}
