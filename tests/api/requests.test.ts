import { expect, newTeam, type Reply, type Session, signIn, type Team, test } from "../support/fixtures";
import { startServer } from "../support/server";

type Listed = {
  method: string;
  path: string;
  status: number;
  code: string | null;
  message: string | null;
  requestId: string;
  key: unknown;
};

const listed = async (session: Session, query = "") => (await session.call("GET", `/requests${query}`)).body["requests"] as Listed[];

/** So many calls, as soon as all are listed: what another instance answered comes a second later. */
async function listedAll(session: Session, count: number): Promise<Listed[]> {
  let found: Listed[] = [];
  const look = async () => {
    found = await listed(session);
    return found.length;
  };
  await expect.poll(look, { timeout: 5_000, intervals: [0, 200] }).toBe(count);
  return found;
}

/** Calls in a row, so that their order is known. */
async function inTurn(team: Team, ...asked: Parameters<Team["api"]>[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const one of asked) replies.push(await team.api(...one));
  return replies;
}

test("each call is listed with its answer, newest first, and what was sent is nowhere in it", async ({ ada, bob }) => {
  const [put, missing, wrong, unknown] = await inTurn(
    ada,
    ["PUT", "/contacts/user_1", { body: { name: "Xylophone", attributes: { note: "Xylophone" } } }],
    ["GET", "/contacts/org%2F42?token=Xylophone"],
    [
      "POST",
      "/events",
      { body: { event: "Xylophone", userId: "user_1", properties: { amount: [] } }, headers: { "x-request-id": "mine-1" } },
    ],
    ["GET", "/contact/user_1"],
  );
  const session = await ada.signIn();
  const requests = await listedAll(session, 4);
  expect(requests).toMatchObject([
    { method: "GET", path: "/api/v1/contact/user_1", status: 404, code: "not_found" },
    { method: "POST", path: "/api/v1/events", status: 400, code: "invalid_request", requestId: "mine-1" },
    { method: "GET", path: "/api/v1/contacts/org%2F42", status: 404, code: "customer_not_found" },
    { method: "PUT", path: "/api/v1/contacts/user_1", status: 200, code: null, message: null },
  ]);
  for (const [at, reply] of [unknown, wrong, missing, put].entries()) {
    const { message } = (reply?.body["error"] ?? { message: null }) as { message: string | null };
    expect(requests[at]).toMatchObject({ requestId: reply?.headers.get("x-request-id"), message });
    expect(requests[at]?.key).toMatchObject({ lastFour: ada.key.slice(-4) });
  }
  expect(JSON.stringify(requests)).not.toContain("Xylophone");
  expect((await listed(session, "?only=errors")).map(({ status }) => status)).toEqual([404, 400, 404]);
  expect(await listed(await bob.signIn())).toEqual([]);
});

test("calls that are refused for the plan, the rate or a wrong path's key are listed, and no key is", async ({ ada }) => {
  const session = await ada.signIn();
  await ada.operate("set-plan", { workspace: ada.workspace, plan: "free" });
  await ada.api("GET", "/contacts/user_1");
  await ada.operate("set-plan", { workspace: ada.workspace, plan: "pro" });
  await ada.api("GET", `/contacts/${ada.key}`);
  await ada.api("GET", `/${ada.key}`);
  const requests = await listedAll(session, 3);
  expect(requests.map(({ status }) => status)).toEqual([404, 404, 402]);
  expect(JSON.stringify(requests)).not.toContain(ada.key);
});

test("a busy workspace's calls are listed up to a bound of each instance, and its refusals apart from them", {
  tag: "@front-door",
}, async ({ ada }) => {
  await ada.api("PUT", "/contacts/user_1", { body: {} });
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 20 }, () => ada.api("GET", "/contacts/user_1")));
  await Promise.all(Array.from({ length: 20 }, () => ada.api("GET", "/contacts/nobody")));
  const session = await ada.signIn();
  const all: Listed[] = [];
  for (let more = true, before = ""; more; ) {
    const page = (await session.call("GET", `/requests${before}`)).body as { requests: (Listed & { id: string })[]; hasEarlier: boolean };
    all.push(...page.requests);
    more = page.hasEarlier;
    before = `?before=${page.requests.at(-1)?.id}`;
  }
  const answered = all.filter(({ status }) => status === 200).length;
  // A bound a minute: the calls may have gone into two of them.
  expect(answered).toBeGreaterThanOrEqual(60);
  expect(answered).toBeLessThanOrEqual(120);
  expect(all.filter(({ status }) => status === 404)).toHaveLength(20);
  expect(new Set(all.map(({ requestId }) => requestId)).size).toBe(all.length);
});

test("a deleted contact is named nowhere in the log, and others still are", async ({ ada }) => {
  const session = await ada.signIn();
  await inTurn(
    ada,
    ["PUT", "/contacts/user%20x", { body: {} }],
    ["GET", "/contacts/user%20x/events"],
    ["GET", "/contacts/user%20xy"],
    ["PUT", "/contacts/user%20x", { body: { phone: "letters" } }],
  );
  expect(JSON.stringify(await listedAll(session, 4))).toContain("user%20x/events");
  await inTurn(ada, ["GET", "/contacts/user%20x"], ["DELETE", "/contacts/user%20x"]);
  // Another instance may have had lines in its memory while this one deleted: they forget within seconds.
  const seen = async () => (await listed(session)).map(({ method, path, status }) => `${method} ${path} ${status}`);
  await expect
    .poll(seen, { timeout: 8_000 })
    .toEqual([
      "DELETE /api/v1/contacts/{userId} 200",
      "GET /api/v1/contacts/{userId} 200",
      "PUT /api/v1/contacts/{userId} 400",
      "GET /api/v1/contacts/user%20xy 404",
      "GET … 404",
      "PUT /api/v1/contacts/{userId} 200",
    ]);
});

test("a deletion leaves the name in the log of another workspace that has a contact with the same userId", async ({ ada, bob }) => {
  const [hers, his] = [await ada.signIn(), await bob.signIn()];
  for (const team of [ada, bob]) await inTurn(team, ["PUT", "/contacts/shared%20x", { body: {} }]);
  // Listing writes the lines so far to the database; the next ones are still in memory when the contact is deleted.
  await listedAll(his, 1);
  await inTurn(bob, ["GET", "/contacts/shared%20x"], ["GET", "/contacts/shared%20x/events"]);
  await inTurn(ada, ["DELETE", "/contacts/shared%20x"]);
  await expect.poll(async () => JSON.stringify(await listed(hers))).not.toContain("shared%20x");
  expect((await listedAll(his, 3)).map(({ path }) => path)).toEqual([
    "/api/v1/contacts/shared%20x/events",
    "/api/v1/contacts/shared%20x",
    "/api/v1/contacts/shared%20x",
  ]);
});

test("strange names and paths are listed as they are, and cost no other line", { tag: "@front-door" }, async ({ ada }) => {
  const session = await ada.signIn();
  const paths = [
    "/contacts/%00",
    "/contacts/%ED%A0%80",
    "/contacts/%zz",
    `/contacts/${"x".repeat(2_000)}`,
    "/contacts/%F0%9F%98%80",
    "/%00",
  ];
  for (const path of paths) await ada.api("GET", path);
  const requests = await listedAll(session, paths.length);
  expect(requests.map(({ path }) => path).toReversed()).toEqual([
    "/api/v1/contacts/%00",
    "/api/v1/contacts/%ED%A0%80",
    "/api/v1/contacts/%zz",
    `/api/v1/contacts/${"x".repeat(283)}`,
    "/api/v1/contacts/%F0%9F%98%80",
    "/api/v1/%00",
  ]);
});

test("what was gathered is written before the process ends", { tag: "@embedded" }, async () => {
  const server = await startServer();
  const team = await newTeam(server);
  await team.api("GET", "/contacts/nobody");
  expect(await server.stop()).toBe(0);
  const again = await startServer({ dataDir: server.dataDir, env: { TRUSTED_PROXIES: "1" } });
  expect(await listed(await signIn(again.url, team.workspace, team.owner))).toMatchObject([
    { path: "/api/v1/contacts/nobody", status: 404 },
  ]);
  await again.stop();
});
