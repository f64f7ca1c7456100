import { ingestMessage } from "@/lib/channels";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import { cardsWithEvent } from "@/lib/context/events/cards-sql";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { follow, makeStepsSmall } from "../histories/follow";

/** Runs what follows an event or a link in steps: cards in very many chats, problems of one reference, events of one person. */
export async function runBounds(ws: string): Promise<void> {
  await makeStepsSmall();
  await contacts.put(ws, "everybody", {});
  const { id: contactId } = await db().contact.findUniqueOrThrow({
    where: { workspaceId_userId: { workspaceId: ws, userId: "everybody" } },
  });
  const now = new Date();
  const people = Array.from({ length: cardsWithEvent + 1 }, () => newId());
  const made = { workspaceId: ws, createdAt: now };
  await db().person.createMany({
    data: people.map((id) => ({ ...made, id, channel: "website", visitorId: id, contactId, linkedBy: "signed" })),
  });
  const chat = { ...made, status: "open", lastSeq: 0, lastMessageAt: now, lastItemAt: now } as const;
  await db().chat.createMany({ data: people.map((personId) => ({ ...chat, id: newId(), personId, openFor: personId })) });
  await events.record(ws, { event: "Order placed", userId: "everybody" });
  for (const event of ["Import failed", "Export failed"])
    await events.record(ws, { event, userId: "everybody", properties: { reference: "none" } });
  await events.record(ws, { event: "All done", userId: "everybody", properties: { reference: "none" } });

  const phone = "447911400001";
  await ingestMessage(ws, { channel: "whatsapp", phone }, { id: newId(), text: "Hello" });
  for (const event of ["One", "Two", "Three"]) await events.record(ws, { event, phone });
  await contacts.put(ws, "bounds_1", { phone });
  await follow(ws);
  await contacts.put(ws, "bounds_1", { phone: null });
  await contacts.remove(ws, "bounds_1");
}
