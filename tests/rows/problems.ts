import * as chats from "@/lib/chats";
import { handle } from "@/lib/chats/handled";
import { handleAll } from "@/lib/chats/handled/all";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import { closedCards } from "@/lib/context/events/problem-cards";
import * as panel from "@/lib/desk/panel";
import { db } from "@/lib/platform/db";

type Acting = { agent: { id: string; name: string }; userId: string };

/** Problems in every state, in all that reads them: closed by an event, by an agent, open again, came back. `userId` is of the chat. */
export async function runProblems(ws: string, chatId: string, { agent, userId }: Acting): Promise<void> {
  const record = (event: string, reference: string) => events.record(ws, { event, userId, properties: { reference } });
  await record("Charge failed", "R-1");
  const { id } = await record("Charge received", "R-1");
  if (!(await closedCards(db(), ws, [id]))?.length) throw new Error("The problem has a card.");
  await record("Charge failed", "R-2");
  await record("Charge failed", "R-3");
  await record("Charge received", "R-3");
  await record("Charge failed", "R-3");
  const found = (await panel.read(ws, chatId, "owner")).problems.find(({ reference }) => reference === "R-2");
  if (!found) throw new Error("The problem is open.");
  for (const handled of [true, true, false, true]) await handle(ws, chatId, { problemId: found.id, agent, handled });
  await panel.read(ws, chatId, "owner");
  const { at } = await handleAll(ws, chatId, { agent, handled: true });
  await handleAll(ws, chatId, { agent, handled: false, at });
  await panel.olderEvents(ws, chatId, { level: "problem" });
  await chats.items(ws, chatId, {});
  await contacts.get(ws, userId);
}
