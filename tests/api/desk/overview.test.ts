import { newId } from "@/lib/kernel/ids";
import { answer, setStatus } from "../../support/chat-work";
import { parseCsv } from "../../support/csv";
import { customer, newDesk } from "../../support/desk";
import { expect, type Session, send, type Team, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { overviewOf, queryOf, type Range, thisTime } from "../../support/overview";
import { errorReply } from "../../support/wire";
import { recordEvent, sendCalls } from "../helpers";

/** 25 hours in Berlin: the clocks go back. */
const backInBerlin: Range = { from: "2025-10-25T22:00:00Z", to: "2025-10-26T23:00:00Z", zone: "Europe/Berlin" };

const problem = (team: Team, occurredAt: string, event = "Payment failed") => recordEvent(team, { userId: "user_1", event, occurredAt });

/** The numbers that are not 0, by their position. */
const notZero = (counts: readonly number[]) => Object.fromEntries([...counts.entries()].filter(([, count]) => count > 0));

test("counts problems by name and by the hour in which they happened on the reader's clock, of this workspace alone", async ({
  ada,
  bob,
}) => {
  const owner = await ada.signIn();
  for (const at of ["2025-10-26T00:30:00Z", "2025-10-26T01:30:00Z", "2025-10-26T01:59:59.999Z", "2025-10-26T22:59:59.999Z"])
    await problem(ada, at);
  await problem(ada, "2025-10-26T01:30:00Z", "Card declined");
  await problem(ada, "2025-10-26T01:30:00Z", "Order placed");
  for (const at of ["2025-10-25T21:59:59.999Z", "2025-10-26T23:30:00Z"]) await problem(ada, at);
  await problem(bob, "2025-10-26T01:30:00Z", "Bob's payment failed");

  const berlin = await overviewOf(owner, backInBerlin);
  expect(berlin.unit).toBe("hour");
  expect(berlin.buckets.slice(0, 25)).toEqual(
    Array.from({ length: 25 }, (_, hour) => new Date(Date.parse("2025-10-25T22:00:00Z") + hour * 3_600_000).toISOString()),
  );
  expect(berlin.problems.series.map(({ name, counts }) => [name, notZero(counts)])).toEqual([
    ["Payment failed", { 2: 1, 3: 2, 24: 1 }],
    ["Card declined", { 3: 1 }],
  ]);
  expect(berlin.problems).toMatchObject({ total: 5, since: null });

  const utc = await overviewOf(owner, { from: "2025-10-26T00:00:00Z", to: "2025-10-26T23:59:00Z" });
  expect(utc.problems.series.map(({ name, counts }) => [name, notZero(counts)])).toEqual([
    ["Payment failed", { 0: 1, 1: 2, 22: 1, 23: 1 }],
    ["Card declined", { 1: 1 }],
  ]);
  const month = await overviewOf(owner, { from: "2025-10-01T00:00:00+02:00", to: "2025-11-01T00:00:00+01:00", zone: "Europe/Berlin" });
  expect(month.unit).toBe("day");
  expect(month.buckets.slice(0, 31).every((day, index) => day.includes(index > 25 ? "T23:00" : "T22:00"))).toBe(true);
  expect(notZero(month.problems.series[0]?.counts ?? [])).toEqual({ 24: 1, 25: 4, 26: 1 });
});

test("counts the five most frequent names each by itself, and all others together", async ({ ada }) => {
  const owner = await ada.signIn();
  for (const [index, word] of ["A", "B", "C", "D", "E", "F", "G"].entries())
    for (let count = index; count < 7; count += 1) await problem(ada, "2025-10-26T10:00:00Z", `${word} failed`);
  const { problems } = await overviewOf(owner, backInBerlin);
  expect(problems.series.map(({ name, counts }) => [name, counts[12]])).toEqual([
    ["A failed", 7],
    ["B failed", 6],
    ["C failed", 5],
    ["D failed", 4],
    ["E failed", 3],
    [null, 3],
  ]);
});

test("a deleted contact's problems are gone at once", async ({ ada }) => {
  const owner = await ada.signIn();
  await problem(ada, "2025-10-26T10:00:00Z");
  expect((await overviewOf(owner, backInBerlin)).problems.total).toBe(1);
  await ada.api("DELETE", "/contacts/user_1");
  const after = await overviewOf(owner, backInBerlin);
  expect(after.problems).toMatchObject({ total: 0, series: [] });
  expect(after.openProblems.every(({ count }) => count === 0)).toBe(true);
});

test("counts the problems that are open now by the time since their first event", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const open = (team: Team, reference: string, minutes: number, event = "Payment failed") =>
    recordEvent(team, { userId: "user_1", event, occurredAt: ago(minutes), properties: { reference } });
  await open(ada, "A", 10);
  await open(ada, "B", 90);
  await open(ada, "B", 20);
  await open(ada, "C", 60 * 24 * 30);
  await open(ada, "D", 60 * 10);
  await open(ada, "D", 60 * 9, "Payment received");
  await open(bob, "E", 10);
  const { openProblems } = await overviewOf(owner);
  expect(openProblems.map(({ age, count, isMore }) => [age, count, isMore])).toEqual([
    ["under1h", 1, false],
    ["under4h", 1, false],
    ["under24h", 0, false],
    ["under3d", 0, false],
    ["under7d", 0, false],
    ["over7d", 1, false],
  ]);
});

test("measures from the first message that nobody had answered to the next answer, once, and says who waits", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const began = Date.now();
  const { chatId } = await ada.sendMessage(customer, "Hello");
  await ada.sendMessage(customer, "Anybody?");
  await answer(owner, chatId, "I look at it", "note");
  const waiting = (await overviewOf(owner)).answers;
  expect(waiting).toMatchObject({ all: { count: 0, median: null, p90: null }, waiting: { count: 1, isMore: false } });
  expect(Date.parse(waiting.waiting.since ?? "")).toBeGreaterThanOrEqual(began);

  await answer(owner, chatId, "Hello Ada");
  await answer(owner, chatId, "What can I do for you?");
  const first = (await overviewOf(owner)).answers;
  expect(first).toMatchObject({ all: { count: 1 }, waiting: { count: 0, since: null } });
  expect(first.all.median).toBeGreaterThanOrEqual(0);
  expect(first.all.median).toBeLessThanOrEqual((Date.now() - began) / 1000);
  expect(first.all.p90).toBe(first.all.median);

  await ada.sendMessage(customer, "Where is my order?");
  await answer(tom.session, chatId, "On its way");
  const website = await ada.sendMessage({ channel: "website", visitorId: "visitor_1" });
  await answer(tom.session, website.chatId, "Hello");
  // Nobody waits for an answer to a message that was not asked for, and after a closing.
  const closed = await ada.sendMessage({ channel: "website", visitorId: "visitor_2" }, "Thanks!");
  await setStatus(owner, closed.chatId, "closed");
  const foreign = await bob.sendMessage(customer);
  await answer(await bob.signIn(), foreign.chatId, "Hello");

  const { answers, chats } = await overviewOf(owner);
  expect(answers).toMatchObject({ all: { count: 3 }, waiting: { count: 0 } });
  expect(answers.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  expect(chats.agents).toEqual([
    { agent: { id: tom.id, name: "Tom Ray" }, counts: { whatsapp: 1, website: 1 } },
    { agent: { id: expect.any(String), name: "Olga Owner" }, counts: { whatsapp: 1, website: 0 } },
  ]);

  // A member who was removed is counted, and has no name here: it may be another one now.
  expect((await owner.call("DELETE", `/members/${tom.id}`)).status).toBe(200);
  expect((await overviewOf(owner)).chats.agents[0]).toEqual({ agent: { id: tom.id, name: null }, counts: { whatsapp: 1, website: 1 } });
});

test("counts action calls by outcome, with how long they took", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await desk.pressAndWait();
  await desk.pressAndWait();
  desk.replyWith({ status: 400, body: { message: "No." } });
  await desk.pressAndWait();
  const { actions } = await overviewOf(desk.session);
  expect(actions).toEqual({
    since: null,
    items: [
      {
        action: "refund",
        label: "Refund é 👍",
        ...{ count: 3, succeeded: 2, refused: 1, failed: 0, unknown: 0, running: 0 },
        p50: expect.any(Number),
        p95: expect.any(Number),
      },
    ],
  });
  expect(actions.items[0]?.p95).toBeGreaterThanOrEqual(actions.items[0]?.p50 ?? 0);
});

/** Instances write what they counted every few seconds. */
const usageOf = async (session: Session) => {
  const { limit, buckets } = (await overviewOf(session)).usage;
  const sumOf = (name: "events" | "calls" | "refused") => buckets.reduce((sum, bucket) => sum + bucket[name], 0);
  return { limit, events: sumOf("events"), calls: sumOf("calls"), refused: sumOf("refused") };
};

test("counts events without repeats, and calls, those above the limit too", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const headers = { "idempotency-key": "one" };
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect((await ada.api("POST", "/events", { headers, body: { event: "Order placed", userId: "user_1" } })).status).toBe(201);
  await ada.api("POST", "/events", { body: { event: "" } });
  await bob.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
  const statuses = (await sendCalls(ada, 310)).map(({ status }) => status);
  const refused = statuses.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(0);
  const expected = { limit: 300, events: 1, calls: 313, refused };
  await expect.poll(() => usageOf(owner), { timeout: 30_000 }).toEqual(expected);
  const { buckets } = (await overviewOf(owner)).usage;
  expect(Math.max(...buckets.map(({ busiest }) => busiest))).toBeGreaterThan(100);
  await expect.poll(async () => usageOf(await bob.signIn()), { timeout: 30_000 }).toMatchObject({ events: 1, calls: 1, refused: 0 });
});

test("rejects a range that is empty, backwards, longer than a month, or in no time zone", async ({ ada }) => {
  const owner = await ada.signIn();
  const get = (query: Record<string, string>) => owner.call("GET", `/overview?${new URLSearchParams(query)}`);
  const range = { from: "2025-10-01T00:00:00Z", to: "2025-10-02T00:00:00Z", zone: "UTC" };
  expect((await get(range)).status).toBe(200);
  for (const zone of ["Mars/Olympus", "", "x".repeat(2_000)])
    expect(await get({ ...range, zone })).toMatchObject(errorReply(400, "invalid_request", /^zone must be a time zone/));
  for (const to of [range.from, "2025-09-30T00:00:00Z"])
    expect(await get({ ...range, to })).toMatchObject(errorReply(400, "invalid_request", /^to must be later than from/));
  expect(await get({ ...range, to: "2025-11-02T00:00:00Z" })).toMatchObject(errorReply(400, "invalid_request", /at most 31 days/));
  expect(await get({ ...range, from: "yesterday" })).toMatchObject(errorReply(400, "invalid_request", /^from /));
  expect((await owner.call("GET", "/overview")).status).toBe(400);
});

test("an answer is reused for a while, for the same range of the same workspace alone", async ({ ada, bob }) => {
  const [hers, his] = [await ada.signIn(), await bob.signIn()];
  await problem(ada, "2025-10-26T10:00:00Z");
  const path = `/overview${queryOf(backInBerlin)}`;
  const [first, second] = [await hers.call("GET", path), await hers.call("GET", path)];
  expect(second.body["problems"]).toEqual(first.body["problems"]);
  expect((await his.call("GET", path)).body["problems"]).toMatchObject({ total: 0 });
});

/** The file as bytes, because `text()` would drop the BOM. */
async function exported(url: string, workspace: string, { cookie }: Session, query: string) {
  const response = await fetch(`${url}/api/w/${workspace}/overview/export${query}`, { headers: { cookie } });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.toString()).toBe(200);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head = [], ...rows] = parseCsv(bytes.subarray(3).toString("utf8"));
  return { headers: response.headers, head, rows };
}

test("exports the numbers of a chart with the times of the reader's zone, and never a formula", async ({ ada }) => {
  const owner = await ada.signIn();
  await problem(ada, "2025-10-26T00:30:00Z");
  await problem(ada, "2025-10-26T01:30:00Z");
  await problem(ada, "2025-10-26T01:30:00Z", '=HYPERLINK("https://evil.example") failed');
  const { headers, head, rows } = await exported(ada.url, ada.workspace, owner, `${queryOf(backInBerlin)}&chart=problems`);
  expect(head).toEqual(["Hour", "Payment failed", `'=HYPERLINK("https://evil.example") failed`, "All"]);
  expect(rows).toHaveLength(25);
  expect(rows.slice(2, 4)).toEqual([
    ["2025-10-26T02:00:00+02:00", "1", "0", "1"],
    ["2025-10-26T02:00:00+01:00", "1", "1", "2"],
  ]);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toBe(`attachment; filename="problems-${ada.workspace}-2025-10-26-2025-10-26.csv"`);
});

test("exports every chart, with hours that have begun alone", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await answer(desk.session, desk.chatId, "Hello");
  await desk.pressAndWait();
  const heads = {
    openProblems: ["Open for", "Problems"],
    answers: ["Hour", "Answers", "Median (seconds)", "90 % within (seconds)"],
    chats: ["Agent", "WhatsApp", "Website", "All"],
    actions: ["Button", "Action", "Calls", "Succeeded", "Refused", "Failed", "Result unknown", "Running", "p50 (ms)", "p95 (ms)"],
    usage: ["Hour", "Events", "Requests", "Above the limit", "Busiest minute"],
  };
  for (const [chart, expected] of Object.entries(heads)) {
    const { head, rows } = await exported(ada.url, ada.workspace, desk.session, `${queryOf(thisTime())}&chart=${chart}`);
    expect(head, chart).toEqual(expected);
    if (chart === "chats") expect(rows).toEqual([["Olga Owner", "1", "0", "1"]]);
    if (chart === "actions") expect(rows[0]?.slice(0, 4)).toEqual(["Refund é 👍", "refund", "1", "1"]);
    if (chart === "usage") expect(rows.length).toBeLessThanOrEqual(26);
  }
  const wrong = await desk.session.call("GET", `/overview/export${queryOf(thisTime())}&chart=everything`);
  expect(wrong).toMatchObject(errorReply(400, "invalid_request", /^chart must be one of/));
});

test("is for admins and owners of the workspace, because it compares agents", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const [admin, agent] = [await joined(ada, owner, "admin"), await joined(ada, owner)];
  const query = queryOf(thisTime());
  for (const path of [`/overview${query}`, `/overview/export${query}&chart=chats`]) {
    for (const session of [owner, admin.session]) expect((await session.call("GET", path)).status, path).toBe(200);
    expect(await agent.session.call("GET", path)).toMatchObject(errorReply(403, "forbidden"));
    const address = `${ada.url}/api/w/${ada.workspace}${path}`;
    expect((await send(address, { headers: { cookie: (await bob.signIn()).cookie } })).status).toBe(404);
    expect((await send(address)).status).toBe(401);
  }
});

test("twenty readers at once get the same answer", async ({ ada }) => {
  const owner = await ada.signIn();
  await ada.sendMessage({ channel: "website", visitorId: newId() });
  const path = `/overview${queryOf(thisTime())}`;
  const replies = await Promise.all(Array.from({ length: 20 }, () => owner.call("GET", path)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body["answers"]))).size).toBe(1);
});
