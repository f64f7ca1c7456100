import { expect, newTeam, send, signIn, type Team, test } from "../support/fixtures";
import { type Running, startedFolder, startServer } from "../support/server";
import { cardsOf, phone, put, read, record, whatsapp } from "./world";

const hourMs = 3_600_000;
const demo = { DEMO: "1", TRUSTED_PROXIES: "1" };

const start = (dataDir: string, hoursAhead: number, seconds = 0) =>
  startServer({
    dataDir,
    env: { ...demo, CLOCK_AHEAD_MS: String(hoursAhead * hourMs + seconds * 1000) },
    nodeArgs: ["--import", "./tests/support/clock.mjs"],
  });

/** The same team at the server's new address. */
const at = (server: Running, team: Team): Team => ({
  ...team,
  signIn: (who = team.owner) => signIn(server.url, team.workspace, who),
  api: (method, path, { headers = {}, ...rest } = {}) =>
    send(`${server.url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${team.key}`, ...headers }, ...rest }),
});

test("a chat gets cards until its last message, from either side, is 24 hours old", { tag: ["@embedded", "@slow"] }, async () => {
  test.setTimeout(120_000);
  const dataDir = startedFolder();
  const quiet = { ...whatsapp, phone: "447911000002" };

  const today = await startServer({ dataDir, env: demo });
  const team = await newTeam(today);
  const answered = await team.says(whatsapp);
  const silent = await team.says(quiet);
  await today.stop();

  const almost = await start(dataDir, 24, -30);
  const before = at(almost, team);
  expect(await record(before, { phone })).toMatchObject({ postedToConversations: 1 });
  expect(await record(before, { phone: quiet.phone })).toMatchObject({ postedToConversations: 1 });
  const message = { id: "01a1fd9a-55e7-763b-b92f-f54afdecccc3", kind: "message", text: "Good morning" };
  await (await before.signIn()).call("POST", `/chats/${answered.chatId}/messages`, message);
  const note = { id: "01a1fd9a-55e7-763b-b92f-f54afdecccc4", kind: "note", text: "Nobody there" };
  await (await before.signIn()).call("POST", `/chats/${silent.chatId}/messages`, note);
  await almost.stop();

  const tomorrow = await start(dataDir, 24, 60);
  const after = at(tomorrow, team);
  expect(await record(after, { phone, event: "Late" })).toMatchObject({ postedToConversations: 1 });
  expect(await record(after, { phone: quiet.phone, event: "Late" })).toMatchObject({ postedToConversations: 0 });
  const session = await after.signIn();
  expect(await cardsOf(session, answered.chatId)).toMatchObject([{ event: "Order placed" }, { event: "Late" }]);
  expect(await cardsOf(session, silent.chatId)).toMatchObject([{ event: "Order placed" }]);
  await tomorrow.stop();
});

test("what was answered with 201 survives a killed process, with its contact, card and link", { tag: "@embedded" }, async () => {
  const dataDir = startedFolder();
  const first = await startServer({ dataDir, env: demo });
  const team = await newTeam(first);
  const { chatId } = await team.says(whatsapp);
  await put(team, "before");
  const sent = Array.from({ length: 20 }, (_, index) => record(team, { userId: "u", phone, event: `Event ${index}` }));
  const recorded = await Promise.all(sent);
  const last = Promise.allSettled(Array.from({ length: 20 }, () => record(team, { userId: "v", phone })));
  await first.kill();
  const answered = (await last).flatMap((sent) => (sent.status === "fulfilled" ? [sent.value.id] : []));

  const second = await startServer({ dataDir, env: demo });
  const again = at(second, team);
  const { contact, linkedChats, events } = await read(again, "u");
  expect(contact).toMatchObject({ phone });
  expect(linkedChats).toBe(1);
  expect(events.map(({ id }) => id).sort()).toEqual(recorded.map(({ id }) => id).sort());
  expect(await cardsOf(await again.signIn(), chatId)).toHaveLength(20);
  const late = await again.api("GET", "/contacts/v");
  const kept = (late.body["events"] ?? []) as { id: string }[];
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(answered));
  expect(recorded.map(({ postedToConversations }) => postedToConversations)).toEqual(recorded.map(() => 1));
  await second.stop();
});
