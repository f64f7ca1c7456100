import { expect, newTeam, teamAt, test } from "../../support/fixtures";
import { startedFolder, startServer } from "../../support/server";
import { cardsOf, getContact, phone, putContact, recordEvent, whatsapp } from "../helpers";

const hourMs = 3_600_000;
const demo = { DEMO: "1", TRUSTED_PROXIES: "1" };

const start = (dataDir: string, hoursAhead: number, seconds = 0) =>
  startServer({
    dataDir,
    env: { ...demo, CLOCK_AHEAD_MS: String(hoursAhead * hourMs + seconds * 1000) },
    nodeArgs: ["--import", "./tests/support/clock.mjs"],
  });

test("posts cards to a chat until its last message, from either side, is 24 hours old", { tag: ["@embedded", "@slow"] }, async () => {
  test.setTimeout(120_000);
  const dataDir = startedFolder();
  const quiet = { ...whatsapp, phone: "447911000002" };

  const today = await startServer({ dataDir, env: demo });
  const team = await newTeam(today);
  const continued = await team.sendMessage(whatsapp);
  const silent = await team.sendMessage(quiet);
  await today.stop();

  const almost = await start(dataDir, 24, -30);
  const before = teamAt(almost, team);
  expect(await recordEvent(before, { phone })).toMatchObject({ postedToConversations: 1 });
  expect(await recordEvent(before, { phone: quiet.phone })).toMatchObject({ postedToConversations: 1 });
  const message = { id: "01a1fd9a-55e7-763b-b92f-f54afdecccc3", kind: "message", text: "Good morning" };
  await (await before.signIn()).call("POST", `/chats/${continued.chatId}/messages`, message);
  const note = { id: "01a1fd9a-55e7-763b-b92f-f54afdecccc4", kind: "note", text: "Nobody there" };
  await (await before.signIn()).call("POST", `/chats/${silent.chatId}/messages`, note);
  await almost.stop();

  const tomorrow = await start(dataDir, 24, 60);
  const after = teamAt(tomorrow, team);
  expect(await recordEvent(after, { phone, event: "Late" })).toMatchObject({ postedToConversations: 1 });
  expect(await recordEvent(after, { phone: quiet.phone, event: "Late" })).toMatchObject({ postedToConversations: 0 });
  const session = await after.signIn();
  expect(await cardsOf(session, continued.chatId)).toMatchObject([{ event: "Order placed" }, { event: "Late" }]);
  expect(await cardsOf(session, silent.chatId)).toMatchObject([{ event: "Order placed" }]);
  await tomorrow.stop();
});

test("keeps events acknowledged with 201, with contact, card and link, after a kill", { tag: "@embedded" }, async () => {
  const dataDir = startedFolder();
  const first = await startServer({ dataDir, env: demo });
  const team = await newTeam(first);
  const { chatId } = await team.sendMessage(whatsapp);
  await putContact(team, "before");
  const sent = Array.from({ length: 20 }, (_, index) => recordEvent(team, { userId: "u", phone, event: `Event ${index}` }));
  const recorded = await Promise.all(sent);
  const last = Promise.allSettled(Array.from({ length: 20 }, () => recordEvent(team, { userId: "v", phone })));
  await first.kill();
  const acknowledged = (await last).flatMap((sent) => (sent.status === "fulfilled" ? [sent.value.id] : []));

  const second = await startServer({ dataDir, env: demo });
  const again = teamAt(second, team);
  const { contact, linkedChats, events } = await getContact(again, "u");
  expect(contact).toMatchObject({ phone });
  expect(linkedChats).toBe(1);
  expect(events.map(({ id }) => id).sort()).toEqual(recorded.map(({ id }) => id).sort());
  expect(await cardsOf(await again.signIn(), chatId)).toHaveLength(20);
  const late = await again.api("GET", "/contacts/v");
  const stored = (late.body["events"] ?? []) as { id: string }[];
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
  expect(recorded.map(({ postedToConversations }) => postedToConversations)).toEqual(recorded.map(() => 1));
  await second.stop();
});
