import type { ChatItem } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { png } from "../../support/files";
import { expect, newTeam, randomClientAddress, type Session, send, signIn, type Team, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { startServer } from "../../support/server";
import { deskChats, identifySecretOf, identifyToken, newVisitor, onlyChat, openWebsite, type Visitor } from "../../support/visitor";
import { close, itemsOf, panelOf } from "../helpers";

type Address = ReturnType<typeof randomClientAddress>;

/** A visitor whose calls come from this address: each has a storage of their own. */
function visitorAt(team: Team, address: Address): Visitor {
  const visitor = newVisitor(team);
  Object.assign(visitor.headers, address);
  return visitor;
}

const block = async (session: Session, chatId: string, isBlocked = true) =>
  expect((await session.call("POST", `/chats/${chatId}/block`, { isBlocked })).status).toBe(200);
const write = (visitor: Visitor, text = "Hello") => visitor.call("POST", "/messages", { id: newId(), text });
const refused = { status: 403, body: { error: { code: "forbidden" } } };
const suspectsIn = (items: readonly ChatItem[]) =>
  items.flatMap((item) => (item.kind === "change" && item.change.what === "may_be_blocked" ? [item.change.person] : []));

/** A visitor whom an agent has blocked, and their address. */
async function blocked(team: Team, address = randomClientAddress()) {
  const session = await openWebsite(team);
  const visitor = visitorAt(team, address);
  await visitor.say("Insults");
  const chatId = await onlyChat(session);
  await block(session, chatId);
  return { session, chatId, visitor, address };
}

test("a blocked visitor who comes back with new storage is refused for a while, and knows it", async ({ ada }) => {
  const { session, address } = await blocked(ada);
  const back = visitorAt(ada, address);
  expect((await back.read()).state).toMatchObject({ isBlocked: true, hasChat: false });
  expect(await write(back)).toMatchObject(refused);
  expect(await back.call("POST", "/attachments", png, { headers: { "x-file-name": "a.png" } })).toMatchObject(refused);
  expect(await deskChats(session)).toHaveLength(1);
  await newVisitor(ada).say("From elsewhere");
});

test("holds the /64 of an IPv6 address, and no other", async ({ ada }) => {
  const at = (address: string) => ({ "x-forwarded-for": address });
  await blocked(ada, at("2001:db8:77:1::5"));
  expect(await write(visitorAt(ada, at("2001:db8:77:1:ffff::9")))).toMatchObject(refused);
  expect((await write(visitorAt(ada, at("2001:db8:77:2::5")))).status).toBe(201);
});

test("holds up nobody who was there before, nobody whom the website signs, and no other workspace", async ({ ada, bob }) => {
  const address = randomClientAddress();
  const colleague = visitorAt(ada, address);
  await openWebsite(ada);
  await colleague.say("I was here before");
  const visitor = visitorAt(ada, address);
  await visitor.say("Insults");
  const session = await ada.signIn();
  const [insults] = await deskChats(session);
  await block(session, insults?.id ?? "");

  expect((await write(colleague, "And still am")).status).toBe(201);
  const signed = visitorAt(ada, address);
  const token = identifyToken(await identifySecretOf(session), { sub: "user_1" });
  expect((await signed.call("POST", "/identify", { token })).status).toBe(200);
  expect((await write(signed, "Signed in")).status).toBe(201);
  const [chat] = await deskChats(session);
  expect(suspectsIn(await itemsOf(session, chat?.id ?? ""))).toEqual([]);

  await openWebsite(bob);
  expect((await write(visitorAt(bob, address))).status).toBe(201);
  expect((await write(visitorAt(ada, address))).status).toBe(403);
});

test("whom the website signs is blocked in every browser, and accepted in every one again", async ({ ada }) => {
  const session = await openWebsite(ada);
  const secret = await identifySecretOf(session);
  const browserOf = async (sub: string) => {
    const visitor = newVisitor(ada);
    expect((await visitor.call("POST", "/identify", { token: identifyToken(secret, { sub }) })).status).toBe(200);
    return visitor;
  };
  const [first, open, other] = [await browserOf("user_1"), await browserOf("user_1"), await browserOf("user_2")];
  await first.say("Insults");
  const chatId = await onlyChat(session);
  await block(session, chatId);
  const back = await browserOf("user_1");
  for (const visitor of [first, open, back]) expect(await write(visitor)).toMatchObject(refused);
  expect((await back.read()).state.isBlocked).toBe(true);
  expect((await write(other)).status).toBe(201);
  await block(session, chatId, false);
  for (const visitor of [first, open, back]) expect((await write(visitor)).status).toBe(201);
});

test("never shuts out a network that others share: their chats say whom they may be of", async ({ ada }) => {
  const address = randomClientAddress();
  await openWebsite(ada);
  for (let count = 0; count < 5; count += 1) await visitorAt(ada, address).say(`Colleague ${count}`);
  const session = await ada.signIn();
  const visitor = visitorAt(ada, address);
  await visitor.say("Insults");
  const [insults] = await deskChats(session);
  await block(session, insults?.id ?? "");

  const next = visitorAt(ada, address);
  expect((await next.read()).state.isBlocked).toBe(false);
  await next.say("Somebody");
  const [chat] = await deskChats(session);
  const person = { chatId: insults?.id, displayName: { visitor: expect.stringMatching(/^.{4}$/) } };
  expect(suspectsIn(await itemsOf(session, chat?.id ?? ""))).toEqual([person]);
  // Once for a chat; one that begins later says it again.
  await next.say("Again");
  expect(suspectsIn(await itemsOf(session, chat?.id ?? ""))).toHaveLength(1);
  await close(session, chat?.id ?? "");
  await next.say("A second chat");
  const [second] = await deskChats(session);
  expect(suspectsIn(await itemsOf(session, second?.id ?? ""))).toHaveLength(1);
  // Visitors see nothing of it.
  expect(await next.texts()).toEqual(["Somebody", "Again", "A second chat"]);
  // After an erasure the line says nothing of the person, and the network is not held for them.
  const { person: erased } = await panelOf(session, insults?.id ?? "");
  const reply = await session.call("DELETE", `/people/${erased.id}`, { displayName: erased.displayName, scope: "person" });
  expect(reply.status, reply.text).toBe(200);
  expect(suspectsIn(await itemsOf(session, second?.id ?? ""))).toEqual([null]);
  await visitorAt(ada, address).say("Nobody suspects me");
  const [last] = await deskChats(session);
  expect(suspectsIn(await itemsOf(session, last?.id ?? ""))).toEqual([]);
});

test("who is blocked as well does not make a network shared", async ({ ada }) => {
  const address = randomClientAddress();
  await openWebsite(ada);
  const session = await ada.signIn();
  for (let count = 0; count < 6; count += 1) await visitorAt(ada, address).say(`Insult ${count}`);
  for (const { id } of await deskChats(session)) await block(session, id);
  expect(await write(visitorAt(ada, address))).toMatchObject(refused);
});

test("an agent ends it by unblocking, and one of another workspace cannot", async ({ ada, bob }) => {
  const { session, chatId, address } = await blocked(ada);
  const agent = await joined(ada, session);
  const stranger = await bob.signIn();
  expect((await stranger.call("POST", `/chats/${chatId}/block`, { isBlocked: false })).status).toBe(404);
  expect((await write(visitorAt(ada, address))).status).toBe(403);
  await block(agent.session, chatId, false);
  expect((await write(visitorAt(ada, address))).status).toBe(201);
});

test("many who come back at once are all refused, and only the latest networks of a person are held", async ({ ada }) => {
  const session = await openWebsite(ada);
  const addresses = Array.from({ length: 5 }, () => randomClientAddress());
  const visitor = newVisitor(ada);
  for (const address of addresses) {
    Object.assign(visitor.headers, address);
    await visitor.say("Insults");
  }
  await block(session, await onlyChat(session));
  const statuses = (of: Address) => Promise.all([0, 1, 2].map(async () => (await write(visitorAt(ada, of))).status));
  for (const address of addresses.slice(-3)) expect(await statuses(address)).toEqual([403, 403, 403]);
  const [oldest = randomClientAddress()] = addresses;
  expect((await write(visitorAt(ada, oldest))).status).toBe(201);
});

const hourMs = 60 * 60 * 1000;

test("after a day new visitors are accepted again, and for a week agents read whom it may be", {
  tag: ["@embedded", "@slow"],
}, async () => {
  const first = await startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1" } });
  const ada = await newTeam(first);
  const { address, chatId } = await blocked(ada);
  expect(await first.stop()).toBe(0);
  const startLater = async (hours: number) => {
    const server = await startServer({
      dataDir: first.dataDir,
      env: { DEMO: "1", TRUSTED_PROXIES: "1", CLOCK_AHEAD_MS: String(hours * hourMs) },
      nodeArgs: ["--import", "./tests/support/clock.mjs"],
    });
    const team = { ...ada, url: server.url };
    return { server, team, session: await signIn(server.url, ada.workspace, ada.owner) };
  };

  for (const [hours, status, named] of [
    [23, 403, 0],
    [25, 201, 1],
    [8 * 24, 201, 0],
  ] as const) {
    const { server, team, session } = await startLater(hours);
    expect((await send(`${server.url}/api/ready`)).status).toBe(200);
    expect((await write(visitorAt(team, address))).status, `${hours} hours`).toBe(status);
    if (status === 201) {
      const [chat] = await deskChats(session);
      const suspects = suspectsIn(await itemsOf(session, chat?.id ?? ""));
      expect(suspects.map((person) => person?.chatId)).toEqual(named ? [chatId] : []);
      await block(session, chat?.id ?? "", false);
    }
    expect(await server.stop()).toBe(0);
  }
});
