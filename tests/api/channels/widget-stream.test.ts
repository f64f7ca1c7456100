import { customer } from "../../support/desk";
import { expect, newTeam, test } from "../../support/fixtures";
import type { Stream } from "../../support/listening";
import { startServer } from "../../support/server";
import { answer, newVisitor, onlyChat, openWebsite } from "../../support/visitor";
import { close } from "../helpers";

const changes = ({ received }: Stream) => received.filter(({ event }) => event === "change").length;

/** Waits until a stream has said "change" more often than before. */
const changedSince = (stream: Stream, before: number) => expect.poll(() => changes(stream), { intervals: [20] }).toBeGreaterThan(before);

test("tells every page of the visitor within a second that an agent wrote, and nothing else", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  await visitor.say("Hello");
  const chatId = await onlyChat(session);
  const pages = [await visitor.listen(), await visitor.listen()];
  const position = (await visitor.read()).position ?? "";
  // The machine may be busy with something else, so the quickest of several attempts counts.
  const tookMs: number[] = [];
  const texts = ["xylophone", "glockenspiel", "marimba"];
  for (const text of texts) {
    const before = Date.now();
    await answer(session, chatId, text);
    const heard = await Promise.all(pages.map((page) => page.waitFor("change", ({ at }) => at >= before, 10_000)));
    tookMs.push(Math.max(...heard.map(({ at }) => at)) - before);
  }
  expect(Math.min(...tookMs)).toBeLessThan(1_000);
  expect((await visitor.read({ after: position })).items.map(({ text }) => text)).toEqual(texts);
  for (const { received, close: closePage } of pages) {
    for (const { event, data } of received) expect(data).toEqual(event === "ready" ? { pingMs: 5_000 } : {});
    closePage();
  }
});

test("tells a page that was opened before the first message about it, and about a new chat after a closed one", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  const page = await visitor.listen();
  await visitor.say("Hello");
  await changedSince(page, 0);
  const chatId = await onlyChat(session);

  let seen = changes(page);
  await close(session, chatId);
  await changedSince(page, seen);
  expect((await visitor.read()).state.isClosed).toBe(true);

  await visitor.say("Again");
  await expect.poll(async () => (await visitor.read()).state.isClosed).toBe(false);
  const chats = (await session.call("GET", "/chats")).body["items"] as { id: string }[];
  const next = chats.find(({ id }) => id !== chatId)?.id ?? "";
  seen = changes(page);
  await answer(session, next, "Hi");
  await changedSince(page, seen);
  page.close();
});

test("says nothing of other visitors, of other channels and of other workspaces", async ({ ada, bob }) => {
  const session = await openWebsite(ada);
  await openWebsite(bob);
  const [visitor, stranger] = [newVisitor(ada), newVisitor(ada)];
  await visitor.say("Hello");
  const chatId = await onlyChat(session);
  await stranger.say("Hello");
  const page = await stranger.listen();
  const seen = changes(page);
  await visitor.say("More");
  await answer(session, chatId, "Hi");
  await ada.sendMessage(customer);
  await newVisitor(bob, visitor.token).say("Elsewhere");
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
  // The stream keeps the order of notifications: this one comes after all the others.
  await stranger.say("Mine");
  await changedSince(page, seen);
  expect(changes(page) - seen).toBeLessThanOrEqual(3);
  page.close();
});

test("forbids caching and transforming a visitor's stream, and answers HEAD without a body", async ({ ada }) => {
  await openWebsite(ada);
  const visitor = newVisitor(ada);
  const url = `${ada.url}/api/widget/${ada.workspace}/stream`;
  const over = new AbortController();
  const { status, headers } = await fetch(url, { headers: visitor.headers, signal: over.signal });
  over.abort();
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store, no-transform");
  const head = await fetch(url, { method: "HEAD", headers: visitor.headers });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("refuses the twenty-first page of one visitor, and accepts it when another was closed", { tag: "@server" }, async ({ ada }) => {
  await openWebsite(ada);
  const visitor = newVisitor(ada);
  const pages: Stream[] = [];
  for (let count = 0; count < 20; count += 1) pages.push(await visitor.listen());
  expect(await visitor.call("GET", "/stream")).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
  pages.pop()?.close();
  await expect(async () => pages.push(await visitor.listen())).toPass();
  for (const page of pages) page.close();
});

test("ends visitors' streams with bye at SIGTERM", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { TRUSTED_PROXIES: "1" } });
  const team = await newTeam(server);
  await openWebsite(team);
  const pages = await Promise.all([newVisitor(team).listen(), newVisitor(team).listen()]);
  expect(await server.stop()).toBe(0);
  for (const page of pages) {
    await page.ended;
    expect(page.received.at(-1)?.event).toBe("bye");
  }
});
