import type { PanelEvent } from "@/lib/domain/panel/contract";
import { expect, type Session, type Team, test } from "../support/fixtures";

type Page = { events: PanelEvent[]; moreEvents: boolean };

async function older(session: Session, chatId: string, query: string): Promise<Page> {
  const reply = await session.call("GET", `/chats/${chatId}/events?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Page;
}

/** A chat with 41 problems, and as many other events, of somebody whom the API does not know. */
async function troubled(team: Team, phone: string) {
  const { chatId } = await team.says({ channel: "whatsapp", phone });
  for (let count = 1; count <= 41; count += 1) {
    await team.api("POST", "/events", { body: { event: `Payment ${count} failed`, phone } });
    await team.api("POST", "/events", { body: { event: `Order ${count} placed`, phone } });
  }
  return chatId;
}

test("older problems are read page by page, each once, also after the person was linked", async ({ ada, bob }) => {
  const phone = "447911000001";
  const chatId = await troubled(ada, phone);
  const session = await ada.signIn();
  const panel = (await session.call("GET", `/chats/${chatId}/panel`)).body as { problems: PanelEvent[]; problemsCount: number };
  expect(panel.problemsCount).toBe(41);
  const first = panel.problems.at(-1)?.id;
  const second = await older(session, chatId, `before=${first}&level=problem`);
  expect(second).toMatchObject({ moreEvents: true });
  expect(second.events).toHaveLength(20);

  // The events follow the link, and so does the place in the list.
  await ada.api("PUT", "/contacts/user_1", { body: { phone } });
  const third = await older(session, chatId, `before=${second.events.at(-1)?.id}&level=problem`);
  expect(third).toMatchObject({ moreEvents: false, events: [{ event: "Payment 1 failed", level: "problem" }] });
  const all = [...panel.problems, ...second.events, ...third.events].map(({ event }) => event);
  expect(all).toEqual(Array.from({ length: 41 }, (_, index) => `Payment ${41 - index} failed`));

  // Without a level it is the rest, as it was; from a place that is nobody's, or of another workspace, nothing.
  expect((await older(session, chatId, `before=${first}`)).events.every(({ level }) => level === "info")).toBe(true);
  expect((await session.call("GET", `/chats/${chatId}/events?before=${first}&level=loud`)).status).toBe(400);
  const bobs = await bob.signIn();
  expect((await bobs.call("GET", `/chats/${chatId}/events?before=${first}&level=problem`)).status).toBe(404);
  const his = await bob.says({ channel: "whatsapp", phone });
  expect(await older(bobs, his.chatId, `before=${first}&level=problem`)).toEqual({ events: [], moreEvents: false });
});
