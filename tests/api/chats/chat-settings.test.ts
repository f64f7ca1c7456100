import { answer, changesOf, idsIn, setStatus, summaryOf } from "../../support/chat-work";
import { customer } from "../../support/desk";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { errorReply } from "../../support/wire";
import { cardsOf, recordEvent } from "../helpers";

const website = (visitorId: string) => ({ channel: "website", visitorId });
const choose = (session: Session, assignNewChats: unknown) => session.call("PUT", "/chat-settings", { assignNewChats });

/** Begins a chat, and returns the name of its assignee. */
async function beginChat(team: Team, session: Session, visitorId: string): Promise<string | undefined> {
  const { chatId } = await team.sendMessage(website(visitorId));
  return (await summaryOf(session, chatId)).assignee?.id;
}

test("an admin chooses how new chats are assigned; an agent may not", async ({ ada }) => {
  const owner = await ada.signIn();
  const { session: agent } = await joined(ada, owner);
  const before = { assignNewChats: "off", comeBack: "off", comeBackMinutes: 10 };
  expect((await owner.call("GET", "/chat-settings")).body).toEqual(before);
  expect((await choose(agent, "round_robin")).status).toBe(403);
  for (const wrong of ["all", null, true])
    expect(await choose(owner, wrong)).toMatchObject(errorReply(400, "invalid_request", /^assignNewChats /));
  expect(await choose(owner, "round_robin")).toMatchObject({ status: 200, body: { assignNewChats: "round_robin" } });
  expect((await agent.call("PUT", "/chat-settings", { comeBack: "next" })).status).toBe(403);
  for (const comeBackMinutes of [0, 481, 2.5, "10"])
    expect(await owner.call("PUT", "/chat-settings", { comeBackMinutes })).toMatchObject(
      errorReply(400, "invalid_request", /^comeBackMinutes /),
    );
  expect((await owner.call("PUT", "/chat-settings", { comeBack: "next", comeBackMinutes: 15 })).status).toBe(200);
  const after = { assignNewChats: "round_robin", comeBack: "next", comeBackMinutes: 15 };
  expect((await owner.call("GET", "/chat-settings")).body).toEqual(after);
  const [entry] = (await owner.call("GET", "/audit?kind=workspace.chats_changed")).body["items"] as { details: unknown }[];
  expect(entry?.details).toEqual({ comeBack: { from: "off", to: "to the next member" }, comeBackMinutes: { from: 10, to: 15 } });
});

test("gives chats that begin to the members in turn, and those of another workspace to nobody", async ({ ada, bob }) => {
  const [owner, bobs] = [await ada.signIn(), await bob.signIn()];
  const [tom, ann] = [await joined(ada, owner), await joined(ada, owner)];
  const before = await beginChat(ada, owner, "v_0");
  expect(before).toBeUndefined();
  await choose(owner, "round_robin");
  const given: (string | undefined)[] = [];
  for (let at = 1; at <= 6; at += 1) given.push(await beginChat(ada, owner, `v_${at}`));
  expect(new Set(given.slice(0, 3)).size).toBe(3);
  expect(given.slice(3)).toEqual(given.slice(0, 3));
  expect(given).toEqual(expect.arrayContaining([tom.id, ann.id]));
  expect(await beginChat(bob, bobs, "v_1")).toBeUndefined();

  // A member who left is not in the turn any more.
  await owner.call("DELETE", `/members/${tom.id}`);
  const left = [await beginChat(ada, owner, "v_7"), await beginChat(ada, owner, "v_8")];
  expect(left).not.toContain(tom.id);
  expect(new Set(left).size).toBe(2);
  await choose(owner, "off");
  expect(await beginChat(ada, owner, "v_9")).toBeUndefined();
});

test("chats that begin at the same time are spread evenly", async ({ ada }) => {
  const owner = await ada.signIn();
  const people = [await joined(ada, owner), await joined(ada, owner)];
  await choose(owner, "round_robin");
  const chats = await Promise.all(Array.from({ length: 12 }, (_, at) => ada.sendMessage(website(`v_${at}`))));
  const mine = await Promise.all([owner, ...people.map(({ session }) => session)].map((session) => idsIn(session, "?view=mine")));
  expect(mine.map((ids) => ids.length)).toEqual([4, 4, 4]);
  expect(mine.flat().sort()).toEqual(chats.map(({ chatId }) => chatId).sort());
});

test("says in the timeline who got a chat, after its digest, and gives a chat once", async ({ ada }) => {
  const owner = await ada.signIn();
  await choose(owner, "round_robin");
  await ada.sendMessage(customer);
  const [first = ""] = await idsIn(owner, "?view=mine");
  await recordEvent(ada, { phone: customer.phone, event: "Payment failed" });
  await setStatus(owner, first, "closed");
  const { chatId, seq } = await ada.sendMessage(customer, "Again");
  expect(chatId).not.toBe(first);
  expect(seq).toBe(3);
  expect(await cardsOf(owner, chatId)).toMatchObject([{ digest: [{ event: "Payment failed" }] }]);
  await ada.sendMessage(customer, "And again");
  await answer(owner, chatId);
  expect(await changesOf(owner, chatId)).toEqual([{ by: null, what: "assigned", to: "Olga Owner", isSelf: false }]);
  expect(await summaryOf(owner, chatId)).toMatchObject({ assignee: { name: "Olga Owner" }, preview: { kind: "message" } });
});
