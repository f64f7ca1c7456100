import { newId } from "@/lib/kernel/ids";
import { customer } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { answer, deskChats, newVisitor, onlyChat, openWebsite } from "../../support/visitor";
import { close, panelOf } from "../helpers";

test("shows a visitor's message on the desk, and the agent's answer to the visitor, by the first name", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  expect(await visitor.read()).toEqual({
    items: [],
    position: "none",
    hasMore: false,
    earlier: null,
    state: { isClosed: false, isBlocked: false, hasChat: false },
  });
  const id = newId();
  expect(await visitor.say("  Where is my parcel? ", id)).toMatchObject({
    id,
    author: "customer",
    authorName: null,
    text: "Where is my parcel?",
  });

  const chatId = await onlyChat(session);
  const panel = await panelOf(session, chatId);
  expect(panel).toMatchObject({ chat: { channel: "website" }, person: { phone: null, isBlocked: false }, contact: null });
  await answer(session, chatId, "On its way.");
  const { items, state } = await visitor.read();
  expect(items.map(({ author, authorName, text }) => ({ author, authorName, text }))).toEqual([
    { author: "customer", authorName: null, text: "Where is my parcel?" },
    { author: "agent", authorName: "Olga", text: "On its way." },
  ]);
  expect(state).toEqual({ isClosed: false, isBlocked: false, hasChat: true });
});

test("never shows a visitor notes, cards and actions", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  await visitor.say("Hello");
  const chatId = await onlyChat(session);
  await ada.api("PUT", "/contacts/user_1", { body: { name: "xylophone" } });
  await session.call("POST", `/chats/${chatId}/link`, { userId: "user_1" });
  await answer(session, chatId, "xylophone", "note");
  expect((await ada.api("POST", "/events", { body: { event: "xylophone failed", userId: "user_1" } })).body["postedToConversations"]).toBe(
    1,
  );
  await answer(session, chatId, "Hi");
  const replies = [
    await visitor.call("GET", "/messages"),
    await visitor.call("GET", "/messages?after=none"),
    await visitor.call("GET", "/config"),
  ];
  for (const { text } of replies) expect(text).not.toContain("xylophone");
  expect(await visitor.texts()).toEqual(["Hello", "Hi"]);
  expect((await visitor.read({ after: "none" })).items.map(({ text }) => text)).toEqual(["Hello", "Hi"]);
});

test("adds a repeated message once, also when both are sent at the same time", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  const id = newId();
  const sent = await Promise.all([1, 2, 3].map(() => visitor.say("Hello", id)));
  expect(new Set(sent.map(({ seq }) => seq)).size).toBe(1);
  expect(await visitor.say("Something else", id)).toMatchObject({ text: "Hello" });
  expect(await visitor.texts()).toEqual(["Hello"]);
  expect(await deskChats(session)).toHaveLength(1);
});

test("refuses an id that another visitor's message has, and tells nothing of it", async ({ ada }) => {
  await openWebsite(ada);
  const [first, second] = [newVisitor(ada), newVisitor(ada)];
  const id = newId();
  await first.say("Private", id);
  for (const visitor of [second, second]) {
    const reply = await visitor.call("POST", "/messages", { id, text: "Mine" });
    expect(reply).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
    expect(reply.text).not.toContain("Private");
  }
  await second.say("Hello");
  const again = await second.call("POST", "/messages", { id, text: "Mine" });
  expect(again.status).toBe(409);
  expect(await second.texts()).toEqual(["Hello"]);
});

test("reads what was added since a position, in pages, over closed and reopened chats", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  await visitor.say("one");
  const first = await onlyChat(session);
  const start = (await visitor.read()).position ?? "";
  await answer(session, first, "two");
  await close(session, first);
  expect((await visitor.read()).state.isClosed).toBe(true);

  const { items, position } = await visitor.read({ after: start });
  expect(items.map(({ text }) => text)).toEqual(["two"]);
  expect((await visitor.read({ after: position ?? "" })).items).toEqual([]);

  await visitor.say("three");
  expect((await visitor.read()).state.isClosed).toBe(false);
  const second = (await deskChats(session)).find(({ id }) => id !== first)?.id ?? "";
  await close(session, second);
  await session.call("POST", `/chats/${first}/status`, { status: "open" });
  await answer(session, first, "four");
  const since = await visitor.read({ after: position ?? "" });
  expect(new Set(since.items.map(({ text }) => text))).toEqual(new Set(["three", "four"]));
  expect((await visitor.read({ after: since.position ?? "" })).items).toEqual([]);
  expect(await visitor.texts()).toEqual(["one", "two", "three", "four"]);
});

test("pages forwards by 100 and backwards by 50, each message once", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  await visitor.say("0");
  const chatId = await onlyChat(session);
  for (let number = 1; number <= 120; number += 1) await answer(session, chatId, String(number), number % 10 === 5 ? "note" : "message");
  const all = Array.from({ length: 121 }, (_, number) => String(number)).filter((text) => Number(text) % 10 !== 5);

  const forwards: string[] = [];
  let page = await visitor.read({ after: "none" });
  for (;;) {
    forwards.push(...page.items.map(({ text }) => text));
    if (!page.hasMore) break;
    page = await visitor.read({ after: page.position ?? "" });
  }
  expect(forwards).toEqual(all);

  let backwards: string[] = [];
  let earlier = await visitor.read();
  for (;;) {
    backwards = [...earlier.items.map(({ text }) => text), ...backwards];
    if (earlier.earlier === null) break;
    earlier = await visitor.read({ before: earlier.earlier });
  }
  expect(backwards).toEqual(all);
});

test("refuses positions and cursors that it did not make", async ({ ada }) => {
  await openWebsite(ada);
  const visitor = newVisitor(ada);
  await visitor.say("Hello");
  for (const query of ["after=x", `after=${newId()}:-1`, `after=${newId()}`, `after=x:1`, "before=x", `after=${"none,".repeat(3)}`]) {
    const reply = await visitor.call("GET", `/messages?${query}`);
    const code = query.startsWith("before") ? "invalid_cursor" : "invalid_request";
    expect(reply, query).toMatchObject({ status: 400, body: { error: { code } } });
  }
});

test("a position that names a stranger's chat shows nothing of it", async ({ ada, bob }) => {
  const [session] = [await openWebsite(ada), await openWebsite(bob)];
  const theirs = newVisitor(ada);
  await theirs.say("Private");
  const foreign = await onlyChat(session);
  for (const team of [ada, bob]) {
    const visitor = newVisitor(team);
    await visitor.say("Mine");
    expect((await visitor.read({ after: `${foreign}:0` })).items.map(({ text }) => text)).toEqual(["Mine"]);
  }
});

test("refuses an empty message, one of more than 4,000 characters, and ids that are none", async ({ ada }) => {
  await openWebsite(ada);
  const visitor = newVisitor(ada);
  for (const body of [{ id: newId(), text: " " }, { id: newId(), text: "é".repeat(4_001) }, { id: "1", text: "a" }, { id: newId() }]) {
    const reply = await visitor.call("POST", "/messages", body);
    expect(reply, JSON.stringify(body).slice(0, 60)).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
  }
  expect((await visitor.say("é".repeat(4_000))).text).toHaveLength(4_000);
});

test("keeps a typed e-mail address as a suggestion, which links nobody", async ({ ada }) => {
  const session = await openWebsite(ada);
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada", email: "ada@example.com" } });
  const visitor = newVisitor(ada);
  expect((await visitor.call("POST", "/email", { email: "ada@example.com" })).status).toBe(409);
  await visitor.say("Hello");
  expect((await visitor.call("POST", "/email", { email: "nobody" })).status).toBe(400);
  expect(await visitor.call("POST", "/email", { email: " ada@example.com " })).toMatchObject({
    status: 200,
    body: { email: "ada@example.com" },
  });
  expect(await panelOf(session, await onlyChat(session))).toMatchObject({
    person: { email: "ada@example.com", linkedBy: null },
    contact: null,
    suggestion: { userId: "user_1", matches: "email" },
  });
});

test("a visitor never reaches the chats of other channels", async ({ ada }) => {
  await openWebsite(ada);
  await ada.sendMessage(customer, "By phone");
  const visitor = newVisitor(ada);
  await visitor.say("Hello");
  expect(await visitor.texts()).toEqual(["Hello"]);
});
