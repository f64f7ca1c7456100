import { newDesk } from "../../support/desk";
import { expect, newTeam, type Reply, type Team, test } from "../../support/fixtures";
import { startServer } from "../../support/server";
import { unlimited } from "../../support/unlimited";
import { errorReply } from "../../support/wire";
import { phone, putContact, recordEvent, whatsapp } from "../helpers";

type Listed = { userId: string; id: string; event: string };

const itemsIn = ({ body }: Reply) => body["data"] as Listed[];

/** All pages of a list; `between` happens after each of them. */
async function pagesOf(team: Team, path: string, { limit, between }: { limit: number; between?: (page: number) => Promise<unknown> }) {
  const pages: Listed[][] = [];
  let cursor: string | null = null;
  do {
    const query: string = `${path.includes("?") ? "&" : "?"}limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
    const reply: Reply = await team.api("GET", path + query);
    expect(reply.status, reply.text).toBe(200);
    pages.push(itemsIn(reply));
    cursor = reply.body["nextCursor"] as string | null;
    await between?.(pages.length);
  } while (cursor !== null);
  return pages;
}

const put = (team: Team, items: object[]) => team.api("POST", "/contacts/batch", { body: { items } });

test("contacts are listed by page, newest first, and found by what they are, have and changed; nobody else's are", async ({ ada, bob }) => {
  const names = Array.from({ length: 7 }, (_, index) => `u${index}`);
  await put(bob, [{ userId: "u1", name: "Bob's", attributes: { plan: "pro" } }]);
  await put(
    ada,
    names.map((userId, index) => ({ userId, name: `Ada ${index}`, attributes: { plan: index % 2 ? "pro" : "free", "a[b]": index } })),
  );
  const all = await pagesOf(ada, "/contacts", { limit: 3 });
  expect(all.map((page) => page.length)).toEqual([3, 3, 1]);
  expect(all.flat().map(({ userId }) => userId)).toEqual([...names].reverse());
  expect(all[0]?.[0]).toMatchObject({ userId: "u6", name: "Ada 6", email: null, phone: null, attributes: { plan: "free" } });
  expect(Object.keys(all[0]?.[0] ?? {}).sort()).toEqual(["attributes", "createdAt", "email", "name", "phone", "updatedAt", "userId"]);

  const since = ((await putContact(ada, "u2", { phone })).contact as { updatedAt: string }).updatedAt;
  await putContact(ada, "u0", { name: "Eve" });
  await recordEvent(ada, { event: "Payment failed", userId: "u3" });
  const userIds = async (query: string) => (await pagesOf(ada, `/contacts?${query}`, { limit: 2 })).flat().map((one) => one.userId);
  expect(await userIds("q=ada%202")).toEqual(["u2"]);
  expect(await userIds(`q=%2B${phone.slice(0, 6)}`)).toEqual(["u2"]);
  expect(await userIds("attributes[plan]=pro")).toEqual(["u5", "u3", "u1"]);
  expect(await userIds("attributes[plan]=pro&attributes[a[b]]=3")).toEqual(["u3"]);
  expect(await userIds("attributes%5Bplan%5D=gold")).toEqual([]);
  expect(await userIds(`updatedSince=${since}`)).toEqual(["u0", "u2"]);
  expect(await userIds("hasOpenProblem=true")).toEqual(["u3"]);
  expect(await userIds("hasOpenProblem=false&q=u")).toEqual(["u6", "u5", "u4", "u2", "u1", "u0"]);
  expect(await userIds("q=")).toHaveLength(7);
  await ada.api("DELETE", "/contacts/u3");
  expect(await userIds("attributes[plan]=pro")).toEqual(["u5", "u1"]);
});

test("a contact that is written, created or deleted while somebody pages is listed once at most, and the others exactly once", async ({
  ada,
}) => {
  const names = Array.from({ length: 12 }, (_, index) => `u${index}`);
  await put(
    ada,
    names.map((userId) => ({ userId })),
  );
  const since = "2020-01-01T00:00:00Z";
  for (const [path, untouched] of [
    ["/contacts", names],
    [`/contacts?updatedSince=${since}`, names.slice(1, 9)],
  ] as const) {
    const between = async (page: number) => {
      await put(
        ada,
        [{ userId: "u0", attributes: { page } }, { userId: `new ${path} ${page}` }, { userId: `u${8 + page}`, name: "Seen" }].slice(
          0,
          page > 3 ? 1 : 3,
        ),
      );
    };
    const listed = (await pagesOf(ada, path, { limit: 4, between })).flat().map(({ userId }) => userId);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining([...untouched].filter((name) => name !== "u0" && name !== "u9")));
  }
});

test("contacts beyond those that are looked up are found also when some of them were merged", async ({ ada }) => {
  const names = Array.from({ length: 1_100 }, (_, nth) => `user_${String(nth).padStart(4, "0")}`);
  for (let from = 0; from < names.length; from += 100) {
    const saved = await put(
      ada,
      names.slice(from, from + 100).map((userId) => ({ userId })),
    );
    expect(saved.status, saved.text).toBe(200);
  }
  for (const from of ["user_0001", "user_0500"])
    expect((await ada.api("POST", "/contacts/user_0000/merge", { body: { from, values: {} } })).status).toBe(200);
  const left = names.filter((name) => name !== "user_0001" && name !== "user_0500");
  for (const query of ["q=user_", "q=user_&updatedSince=2020-01-01T00:00:00Z"]) {
    const found = (await pagesOf(ada, `/contacts?${query}`, { limit: 200 })).flat().map(({ userId }) => userId);
    expect(found.sort(), query).toEqual(left);
  }
});

test("a thousand pages have each row once that was there all the time, while others are written, changed and deleted", {
  tag: ["@embedded", "@slow"],
}, async () => {
  test.setTimeout(900_000);
  const server = await startServer({ env: { DEMO: "1" }, nodeArgs: unlimited });
  const team = await newTeam(server);
  const ids = Array.from({ length: 1_000 }, (_, nth) => `u${nth}`);
  const inHundreds = async (path: string, itemOf: (id: string, nth: number) => object) => {
    for (let from = 0; from < ids.length; from += 100) {
      const items = ids.slice(from, from + 100).map((id, nth) => itemOf(id, from + nth));
      const reply = await team.api("POST", path, { body: { items } });
      expect(reply.status, reply.text).toBe(200);
    }
  };
  await inHundreds("/contacts/batch", (userId) => ({ userId, attributes: { plan: "pro" } }));
  // Many of one time: then the id decides.
  const occurredAt = (nth: number) => `2026-03-01T10:${String(nth % 7).padStart(2, "0")}:00Z`;
  await inHundreds("/events/batch", (id, nth) => ({ userId: "u0", event: `Order ${id}`, occurredAt: occurredAt(nth) }));
  await inHundreds("/events/batch", (userId) => ({ userId, event: "Payment failed", properties: { reference: userId } }));
  const touched = ids.filter((_, nth) => nth % 50 === 1);
  const untouched = ids.filter((id) => !touched.includes(id));
  let turn = 0;
  for (const [path, of, idOf] of [
    ["/contacts?attributes[plan]=pro", "contacts", ({ userId }) => userId],
    ["/contacts?updatedSince=2020-01-01T00:00:00Z", "contacts", ({ userId }) => userId],
    ["/contacts/u0/events?level=info", "events", ({ event }) => event.replace("Order ", "")],
    ["/problems?open=true", "problems", ({ userId }) => userId],
  ] as [string, string, (one: Listed) => string][]) {
    const between = async (page: number) => {
      if (page % 50 !== 0 || page > ids.length) return;
      const [gone = "", changed = ""] = [turn, turn + 1].map((at) => touched[at % touched.length]);
      turn += 1;
      await team.api("DELETE", `/contacts/${gone}`);
      await put(team, [
        { userId: changed, name: `${path} ${page}` },
        { userId: `new ${page} ${of}`, attributes: { plan: "pro" } },
      ]);
      await recordEvent(team, { userId: "u0", event: `Order new ${path} ${page}` });
      await recordEvent(team, { userId: changed, event: "Payment failed", properties: { reference: changed } });
    };
    const pages = await pagesOf(team, path, { limit: 1, between });
    expect(pages.length, path).toBeGreaterThanOrEqual(untouched.length);
    const listed = pages.flat().map(idOf);
    expect(listed.length, path).toBe(new Set(listed).size);
    const seen = new Set(listed);
    expect(
      untouched.filter((id) => !seen.has(id)),
      path,
    ).toEqual([]);
  }
  await server.stop();
});

test("events of a contact are listed by level, time and whether they are open; a userId may hold slashes, dots and percent signs", async ({
  ada,
  bob,
}) => {
  for (const userId of ["org/4.2", "..%2f", "100%", "batch", "events"]) {
    const at = (minute: number) => `2026-03-01T10:0${minute}:00Z`;
    const items = [1, 2, 3, 4].map((minute) => ({
      event: minute < 3 ? "Payment failed" : "Order placed",
      userId,
      occurredAt: at(minute),
      properties: minute === 1 ? { reference: "INV-1" } : {},
    }));
    items.push({ event: "Payment received", userId, occurredAt: at(5), properties: { reference: "INV-1" } });
    expect((await ada.api("POST", "/events/batch", { body: { items } })).status).toBe(200);
    const path = `/contacts/${encodeURIComponent(userId)}/events`;
    const minutes = async (query: string) =>
      (await pagesOf(ada, path + query, { limit: 2 })).flat().map((event) => (event as unknown as { occurredAt: string }).occurredAt[15]);
    expect(await minutes(""), userId).toEqual(["5", "4", "3", "2", "1"]);
    expect(await minutes("?level=problem")).toEqual(["2", "1"]);
    expect(await minutes(`?from=${at(2)}&to=${at(4)}`)).toEqual(["3", "2"]);
    expect(await minutes("?open=true")).toEqual(["2"]);
    expect(await minutes("?open=false")).toEqual(["1"]);
    expect(await minutes("?open=true&level=info")).toEqual([]);
    expect(await bob.api("GET", path)).toMatchObject(errorReply(404, "customer_not_found"));
  }
  expect(await ada.api("GET", "/contacts/%20u/events")).toMatchObject(errorReply(400, "invalid_user_id"));
});

test("problems are listed with whose they are, the last first, and those of a deleted contact are not", async ({ ada, bob }) => {
  await ada.sendMessage(whatsapp);
  await putContact(bob, "u");
  await recordEvent(bob, { event: "Login failed", userId: "u" });
  const items = ["a", "b", "c"].map((userId) => ({ event: "Payment failed", userId, properties: { reference: userId } }));
  await ada.api("POST", "/events/batch", { body: { items: [...items, { event: "Delivery failed", phone }, ...items.slice(1)] } });
  await recordEvent(ada, { event: "Payment received", userId: "b", properties: { reference: "b" } });
  await ada.api("DELETE", "/contacts/c");
  const list = async (query = "") => (await pagesOf(ada, `/problems${query}`, { limit: 1 })).flat();
  expect(await list()).toMatchObject([
    { event: "Payment failed", userId: "b", reference: "b", count: 2, latest: { closedBy: { event: "Payment received" } } },
    { event: "Delivery failed", userId: null, phone, reference: null, count: 1, closedAt: null },
    { event: "Payment failed", userId: "a", count: 1, closedAt: null },
  ]);
  expect((await list("?open=true")).map(({ userId }) => userId)).toEqual([null, "a"]);
  expect((await list("?open=false")).map(({ userId }) => userId)).toEqual(["b"]);
});

test("action calls are listed and read, with what was sent and answered, and those of another workspace are not found", async ({
  ada,
  bob,
  receiver,
}) => {
  await putContact(ada, "u", { phone: "447911000001" });
  const desk = await newDesk(ada, receiver);
  for (const message of ["One", "Two", "Three"]) {
    desk.replyWith({ status: 200, body: { message } });
    await desk.pressAndWait();
  }
  expect(itemsIn(await ada.api("GET", "/action-calls?status=succeeded"))).toHaveLength(3);
  const listed = (await pagesOf(ada, "/action-calls", { limit: 2 })).flat();
  expect(listed).toHaveLength(3);
  const read = await ada.api("GET", `/action-calls/${listed[0]?.id}`);
  expect(read.body).toMatchObject({ ...listed[0], replyStatus: 200, conversationId: desk.chatId, agent: { name: expect.any(String) } });
  expect(JSON.parse(String(read.body["requestBody"]))).toMatchObject({ conversationId: desk.chatId });
  expect(read.text).not.toContain("sha256=");
  expect(await ada.api("GET", "/action-calls?status=failed")).toMatchObject({ body: { data: [], nextCursor: null } });
  expect(await bob.api("GET", `/action-calls/${listed[0]?.id}`)).toMatchObject(errorReply(404, "not_found"));
  expect(await bob.api("GET", "/action-calls")).toMatchObject({ body: { data: [] } });
});

test("a cursor is refused with another filter, list or workspace, and so is one that was made up", async ({ ada, bob }) => {
  for (const team of [ada, bob])
    await put(
      team,
      Array.from({ length: 3 }, (_, index) => ({ userId: `u${index}`, attributes: { plan: "pro" } })),
    );
  await recordEvent(ada, { userId: "u1" });
  const first = await ada.api("GET", "/contacts?limit=1&attributes[plan]=pro");
  const cursor = String(first.body["nextCursor"]);
  const refused = errorReply(400, "invalid_cursor");
  const at = (path: string, of = cursor) => `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(of)}`;
  expect((await ada.api("GET", at("/contacts?limit=2&attributes[plan]=pro"))).status).toBe(200);
  for (const path of [
    "/contacts",
    "/contacts?attributes[plan]=free",
    "/contacts?attributes[plan]=pro&q=u",
    "/problems",
    "/action-calls",
    "/contacts/u1/events",
  ])
    expect(await ada.api("GET", at(path)), path).toMatchObject(refused);
  expect(await bob.api("GET", at("/contacts?attributes[plan]=pro"))).toMatchObject(refused);
  const [mark] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as string[];
  const id = "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10";
  const made = [
    [],
    [mark],
    [mark, "yesterday", "u"],
    [mark, "2026-01-01T00:00:00.000Z", "' or true --"],
    // The database has no year 0.
    [mark, "0000-12-31T23:59:59.999Z", id],
    "x",
  ].map((parts) => Buffer.from(JSON.stringify(parts)).toString("base64url"));
  for (const one of [...made, "", "%00", "nonsense", "x".repeat(900)].slice(0, -3))
    if (one !== "") expect(await ada.api("GET", at("/contacts?attributes[plan]=pro", one)), one).toMatchObject(refused);
});

test("wrong values of a filter are refused by name", async ({ ada }) => {
  await putContact(ada, "u");
  for (const [path, what] of [
    ["/contacts?limit=0", /^limit must be a whole number from 1 to 200/],
    ["/contacts?limit=201", /^limit /],
    ["/contacts?limit=1.5", /^limit /],
    ["/contacts?limit=", /^limit /],
    ["/contacts?hasOpenProblem=yes", /^hasOpenProblem must be "true" or "false"/],
    ["/contacts?updatedSince=yesterday", /^updatedSince /],
    ["/contacts?attributes=pro", /^attributes must be a name and a value/],
    ["/contacts?attributes[]=pro", /^attributes /],
    ["/contacts?attributes[__proto__]=pro", /^attributes must not have an entry named __proto__/],
    ["/contacts?q=%00", /^q must be valid Unicode/],
    ["/contacts?attributes[a]=%00", /NUL/],
    ["/contacts/u/events?level=bad", /^level /],
    ["/contacts/u/events?from=2026", /^from /],
    ["/problems?open=1", /^open /],
    ["/action-calls?status=lost", /^status /],
  ] as const) {
    const reply = await ada.api("GET", path);
    expect(reply, path).toMatchObject(errorReply(400, "invalid_request", what));
  }
});
