import type { PanelEvent } from "@/lib/desk/panel/contract";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import { panelOf } from "../helpers";

type Page = { items: PanelEvent[]; next: string | null };

async function olderEvents(session: Session, chatId: string, query: string): Promise<Page> {
  const reply = await session.call("GET", `/chats/${chatId}/events?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Page;
}

/** A chat with 41 problems and as many other events, of a person without a contact. */
async function chatWithProblems(team: Team, phone: string) {
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone });
  for (let count = 1; count <= 41; count += 1) {
    await team.api("POST", "/events", { body: { event: `Payment ${count} failed`, phone } });
    await team.api("POST", "/events", { body: { event: `Order ${count} placed`, phone } });
  }
  return chatId;
}

test("pages through older problems, each once, also after the person is linked", async ({ ada, bob }) => {
  const phone = "447911000001";
  const chatId = await chatWithProblems(ada, phone);
  const session = await ada.signIn();
  const { problems, problemsCount, hasOlderProblems } = await panelOf(session, chatId);
  expect([problems.length, problemsCount, hasOlderProblems]).toEqual([41, 41, false]);
  const newest = await olderEvents(session, chatId, "level=problem");
  expect(newest.items).toHaveLength(20);
  const first = newest.next;
  const second = await olderEvents(session, chatId, `cursor=${first}&level=problem`);
  expect(second.next).not.toBeNull();
  expect(second.items).toHaveLength(20);

  // The events move with the link, and the cursor stays valid.
  await ada.api("PUT", "/contacts/user_1", { body: { phone } });
  const third = await olderEvents(session, chatId, `cursor=${second.next}&level=problem`);
  expect(third).toMatchObject({ next: null, items: [{ event: "Payment 1 failed", level: "problem" }] });
  const all = [...newest.items, ...second.items, ...third.items].map(({ event }) => event);
  expect(all).toEqual(Array.from({ length: 41 }, (_, index) => `Payment ${41 - index} failed`));

  // Without a level the page has the other events, as before. A cursor of another workspace returns nothing.
  expect((await olderEvents(session, chatId, `cursor=${first}`)).items.every(({ level }) => level === "info")).toBe(true);
  expect((await session.call("GET", `/chats/${chatId}/events?cursor=${first}&level=loud`)).status).toBe(400);
  const bobs = await bob.signIn();
  expect((await bobs.call("GET", `/chats/${chatId}/events?cursor=${first}&level=problem`)).status).toBe(404);
  const his = await bob.sendMessage({ channel: "whatsapp", phone });
  expect(await olderEvents(bobs, his.chatId, `cursor=${first}&level=problem`)).toEqual({ items: [], next: null });
});
