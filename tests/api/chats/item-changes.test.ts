import { newId } from "@/lib/kernel/ids";
import { customer } from "../../support/desk";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import { openStream, type StreamEvent } from "../../support/listening";
import { errorReply } from "../../support/wire";
import { recordEvent } from "../helpers";

type Item = { id: string; seq: number; card?: { event: string; closed: object | null } };

const itemsOf = async (session: Session, chatId: string, query = "") =>
  (await session.call("GET", `/chats/${chatId}/items${query}`)).body as { items: Item[]; next: string | null; lastSeq: number };
const fail = (team: Team, reference: string) =>
  recordEvent(team, { phone: customer.phone, event: "Payment failed", properties: { reference } });

const resets = (chatId: string) => (message: StreamEvent) => message.data.reset?.includes(chatId) === true;
const named = ({ data }: StreamEvent, chatId: string) => data.items?.find((one) => one.chatId === chatId)?.ids;

test("reads items of a chat by their ids, of no other chat and of no other workspace", async ({ ada, bob }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(customer, "One");
  for (const text of ["Two", "Three"]) await ada.sendMessage(customer, text);
  const other = await ada.sendMessage({ channel: "website", visitorId: "v_1" }, "Other");
  const [first, , third] = (await itemsOf(session, chatId)).items;
  const [foreign] = (await itemsOf(session, other.chatId)).items;
  const ids = [third?.id, foreign?.id, newId(), first?.id].join(",");
  expect(await itemsOf(session, chatId, `?ids=${ids}`)).toEqual({ items: [first, third], lastSeq: 3, next: null });
  const stranger = await bob.signIn();
  expect(await stranger.call("GET", `/chats/${chatId}/items?ids=${ids}`)).toMatchObject(errorReply(404, "not_found"));
  const many = Array.from({ length: 51 }, () => newId()).join(",");
  expect(await session.call("GET", `/chats/${chatId}/items?ids=${many}`)).toMatchObject(errorReply(400, "invalid_request"));
});

test("a notification names the cards of a problem that an event closed, and those of one that an agent handled", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(customer);
  for (const reference of ["R-1", "R-1", "R-2"]) await fail(ada, reference);
  const { items } = await itemsOf(session, chatId);
  const cards = items.filter(({ card }) => card?.event === "Payment failed").map(({ id }) => id);
  const stream = await openStream(ada.url, ada.workspace, session.cookie);
  await recordEvent(ada, { phone: customer.phone, event: "Payment received", properties: { reference: "R-1" } });
  expect(named(await stream.waitFor("change", resets(chatId)), chatId)?.toSorted()).toEqual(cards.slice(0, 2).toSorted());
  const fresh = await itemsOf(session, chatId, `?ids=${cards.join(",")}`);
  expect(fresh.items.map(({ card }) => card?.closed !== null)).toEqual([true, true, false]);
  stream.close();

  const again = await openStream(ada.url, ada.workspace, session.cookie);
  const { body } = await session.call("GET", `/chats/${chatId}/panel`);
  const [problem] = body["problems"] as { id: string }[];
  await session.call("POST", `/chats/${chatId}/problems/${problem?.id}/handled`, { handled: true });
  expect(named(await again.waitFor("change", resets(chatId)), chatId)).toEqual(cards.slice(2));
  again.close();
});
