import { newId } from "@/lib/kernel/ids";
import { expect, send, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { putContact, recordEvent } from "../helpers";
import { type Found, find, markedIn, names, nothing, snippets, textOf, whenFound } from "../search-helpers";

test("finds contacts by parts of names, userIds and e-mail addresses, without accents and in any order", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "user_8841", { name: "Łukasz Żuk", email: "lukasz@example.com" });
  await putContact(ada, "user_8842", { name: "Zoë Luk" });
  await whenFound(session, "zuk lukasz", names).toEqual(["Łukasz Żuk"]);
  await whenFound(session, "ZOE", names).toEqual(["Zoë Luk"]);
  for (const [q, expected] of [
    ["8841", ["Łukasz Żuk"]],
    ["USER_8842", ["Zoë Luk"]],
    ["@example", ["Łukasz Żuk"]],
    ["luk zoe", ["Zoë Luk"]],
    ["luk nobody", []],
  ] as const)
    expect(names(await find(session, q)), q).toEqual(expected);
  // Two letters are the beginning of a word; a name that begins with them comes first.
  expect(names(await find(session, "zu"))).toEqual(["Łukasz Żuk"]);
  expect(names(await find(session, "lu"))).toEqual(["Łukasz Żuk", "Zoë Luk"]);
  expect(names(await find(session, "uk"))).toEqual([]);
  const [person] = (await find(session, "zuk")).people;
  expect(person && markedIn(person.name)).toEqual(["Żuk"]);
  expect(person).toMatchObject({ chatId: null, userId: { text: "user_8841", ranges: [] }, alias: null });
});

test("finds phones in any writing, of contacts and of people in chats, who are one result when they are linked", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456", name: "Ada on WhatsApp" });
  await ada.sendMessage({ channel: "whatsapp", phone: "5511987654321", name: "Bruna" });
  for (const q of [
    "447911123456",
    "+44 7911 123456",
    "+44 (0)7911 123-456",
    "0044 7911 123456",
    "07911 123456",
    "(07911) 123 456",
    "7911 123",
  ])
    await whenFound(session, q, ({ people }) => people.map((person) => [textOf(person.name), person.chatId])).toEqual([
      ["Ada on WhatsApp", chatId],
    ]);
  // The form without the ninth digit is the same number.
  await whenFound(session, "+55 11 8765-4321", names).toEqual(["Bruna"]);
  await putContact(ada, "user_1", { name: "Ada Okafor", phone: "447911123456" });
  await whenFound(session, "07911 123456", ({ people }) => people.map(({ name, userId }) => [textOf(name), userId?.text])).toEqual([
    ["Ada Okafor", "user_1"],
  ]);
  const [person] = (await find(session, "on whatsapp")).people;
  expect(person).toMatchObject({ name: { text: "Ada Okafor" }, alias: { text: "Ada on WhatsApp" }, chatId });
});

test("finds messages and notes with a snippet, newest first, page by page", async ({ ada }) => {
  const session = await ada.signIn();
  const from = { channel: "whatsapp", phone: "447911123456", name: "Ada" };
  const { chatId, seq } = await ada.sendMessage(from, `${"Long ago ".repeat(50)} my Überweisung\nfailed 😀 ${"and so on ".repeat(50)}`);
  await whenFound(session, "uberweisung failed", ({ messages }) => messages.items.length).toBe(1);
  const [message] = (await find(session, "uberweisung failed")).messages.items;
  expect(message).toMatchObject({ chatId, seq, kind: "message", author: "customer", displayName: "Ada" });
  expect(message && markedIn(message.snippet)).toEqual(["Überweisung", "failed"]);
  expect(message?.snippet.text).toMatch(/^….*my Überweisung failed 😀.*…$/);

  expect((await session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "note", text: "A secret kumquat" })).status).toBe(
    201,
  );
  for (let count = 1; count <= 24; count += 1) await ada.sendMessage(from, `kumquat number ${count}`);
  await whenFound(session, "kumquat 24", ({ messages }) => messages.items.length).toBe(1);
  const all: string[] = [];
  let page = await find(session, "kumquat");
  expect(page.events).toEqual([]);
  for (;;) {
    all.push(...snippets(page));
    expect(page.messages.items.length).toBeLessThanOrEqual(10);
    if (!page.messages.next) break;
    page = await find(session, "kumquat", page.messages.next);
    expect(page.people).toEqual([]);
  }
  expect(all).toEqual([...Array.from({ length: 24 }, (_, index) => `kumquat number ${24 - index}`), "A secret kumquat"]);
  expect(await session.call("GET", "/search?q=kumquat&cursor=x")).toMatchObject({ status: 400 });
});

test("finds events by name and reference, with the chat that has the card", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456", name: "Ada" });
  await putContact(ada, "user_1", { name: "Ada Okafor", phone: "447911123456" });
  const properties = { reference: "ORD-2291" };
  const { id } = await recordEvent(ada, { userId: "user_1", event: "Payment failed", properties });
  await recordEvent(ada, { userId: "user_2", event: "Page viewed" });
  await recordEvent(ada, { userId: "user_3", event: "Page viewed" });
  for (const q of ["ord-2291", "2291", "payment ORD-2291", "#2291"])
    await whenFound(session, q, ({ events }) => events.map((one) => one.id)).toEqual([id]);
  const [event] = (await find(session, "2291")).events;
  expect(event).toMatchObject({
    level: "problem",
    displayName: "Ada Okafor",
    chatId,
    seq: expect.any(Number),
    event: { text: "Payment failed" },
  });
  expect(event?.reference && markedIn(event.reference)).toEqual(["2291"]);
  // A name without a reference finds the events of everybody; without a chat, the contact can be opened.
  await whenFound(session, "page view", ({ events }) => events.length).toBe(2);
  const viewed = (await find(session, "page view")).events;
  expect(viewed.map(({ displayName }) => displayName).sort()).toEqual(["user_2", "user_3"]);
  expect(viewed[0]).toMatchObject({ chatId: null, contactId: expect.any(String), reference: null });
});

test("finds nothing of another workspace", async ({ ada, bob }) => {
  const [hers, his] = [await ada.signIn(), await bob.signIn()];
  const from = { channel: "whatsapp", phone: "447911123456", name: "Quixote" };
  for (const team of [ada, bob]) {
    await putContact(team, `user_${team.workspace}`, { name: "Quixote" });
    await team.sendMessage(from, `quixote of ${team.workspace}`);
    await recordEvent(team, { userId: `user_${team.workspace}`, event: "Quixote left", properties: { reference: team.workspace } });
  }
  for (const [team, session] of [
    [ada, hers],
    [bob, his],
  ] as const) {
    await whenFound(session, "quixote", ({ people, messages, events }) => [people.length, messages.items.length, events.length]).toEqual([
      2, 1, 1,
    ]);
    const found = await find(session, "quixote");
    expect(snippets(found)).toEqual([`quixote of ${team.workspace}`]);
    expect(found.events[0]?.reference?.text).toBe(team.workspace);
    expect(found.people.map(({ userId }) => userId?.text).sort()).toEqual([`user_${team.workspace}`, undefined]);
  }
  expect(await find(hers, bob.workspace)).toEqual(nothing);
});

test("hostile texts find what has them as text, or nothing", async ({ ada }) => {
  const session = await ada.signIn();
  const texts = ["100% sure", "a_b c\\d", 'it\'s "quoted"', "50 percent", "axb"];
  for (const text of texts) await ada.sendMessage({ channel: "website", visitorId: "visitor_1", name: "Visitor" }, text);
  await whenFound(session, "axb", snippets).toEqual(["axb"]);
  for (const [q, expected] of [
    ["a_b", ["a_b c\\d"]],
    ["c\\d", ["a_b c\\d"]],
    ["100%", ["100% sure"]],
    ["it's", ['it\'s "quoted"']],
    ['"quoted"', ['it\'s "quoted"']],
  ] as const)
    expect(snippets(await find(session, q)), q).toEqual(expected);
  for (const q of [
    "",
    " ",
    "%",
    "%%%",
    "_",
    "__",
    "\\",
    "\\\\",
    "'",
    "''",
    '"',
    "…",
    "a",
    "'; drop table chat; --",
    "x".repeat(1_000),
    "w ".repeat(500),
    "😀".repeat(500),
  ])
    expect(await find(session, q), q.slice(0, 20)).toEqual(nothing);
  for (const q of ["%00", "a%00b%00c", "%ff%fe", "%ed%a0%80"]) {
    const reply = await session.call("GET", `/search?q=${q}`);
    expect([200, 400], `${q}: ${reply.text}`).toContain(reply.status);
  }
  expect(await session.call("GET", `/search?q=${"x".repeat(1_001)}`)).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_request" } },
  });
  expect((await session.call("GET", "/search")).status).toBe(400);
});

test("a deleted contact and their events are not found from the first moment on; their chat is", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456" }, "Where is my zebra?");
  await putContact(ada, "user_zebra", { name: "Zebra Smith", phone: "447911123456" });
  await recordEvent(ada, { userId: "user_zebra", event: "Zebra lost", properties: { reference: "Z-1" } });
  const counts = ({ people, messages, events }: Found) => [people.length, messages.items.length, events.length];
  await whenFound(session, "zebra", counts).toEqual([1, 1, 1]);
  expect((await ada.api("DELETE", "/contacts/user_zebra")).status).toBe(200);
  expect(counts(await find(session, "zebra"))).toEqual([0, 1, 0]);
  expect((await find(session, "zebra")).messages.items[0]).toMatchObject({ chatId, displayName: "+447911123456" });
  expect(counts(await find(session, "z-1"))).toEqual([0, 0, 0]);
  expect((await find(session, "447911123456")).people).toMatchObject([{ contactId: null, chatId, name: { text: "+447911123456" } }]);
  // The same userId is somebody new.
  await putContact(ada, "user_zebra", { name: "Yak Smith" });
  await whenFound(session, "user_zebra", names).toEqual(["Yak Smith"]);
});

test("a name that was changed is not found any more, and the new one is", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "user_1", { name: "Before Marriage" });
  await whenFound(session, "before", names).toEqual(["Before Marriage"]);
  await putContact(ada, "user_1", { name: "After Marriage" });
  expect(names(await find(session, "before"))).toEqual([]);
  await whenFound(session, "after", names).toEqual(["After Marriage"]);
});

test("members find, and nobody else", async ({ ada, bob }) => {
  const agent = await ada.signIn(await addMember(ada));
  expect((await agent.call("GET", "/search?q=hello")).status).toBe(200);
  const stranger = await bob.signIn();
  const path = `${ada.url}/api/w/${ada.workspace}/search?q=hello`;
  expect((await send(path, { headers: { cookie: stranger.cookie } })).status).toBe(404);
  expect((await send(path)).status).toBe(401);
});
