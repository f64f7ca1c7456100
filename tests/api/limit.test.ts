import { expect, newTeam, type Team, test } from "../support/fixtures";
import { refusal } from "../support/wire";
import { calls } from "./world";

const secondKey = async (team: Team) => String((await team.operate("create-key", { workspace: team.workspace }))["key"]);

test("of 350 calls at once exactly 300 pass, and the others say how many whole seconds to wait", async ({ ada }) => {
  const replies = await calls(ada, 350);
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(300);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(50);
  for (const reply of refused) {
    expect(reply).toMatchObject(refusal(429, "rate_limited", /300 requests/));
    expect(reply.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(reply.headers.get("ratelimit-limit")).toBe("300");
    expect(reply.headers.get("ratelimit-remaining")).toBe("0");
    expect(reply.headers.get("ratelimit-reset")).toBe(reply.headers.get("retry-after"));
    expect(reply.headers.get("x-request-id")).not.toBeNull();
    expect(reply.headers.get("cache-control")).toBe("no-store");
  }
});

test("each call takes one of the 300, whatever the answer is", async ({ ada }) => {
  const left = async (method: string, path: string, body?: object) =>
    Number((await ada.api(method, path, { body })).headers.get("ratelimit-remaining"));
  expect(await left("PUT", "/contacts/u", {})).toBe(299);
  expect(await left("POST", "/events", { event: "Order placed", userId: "u" })).toBe(298);
  expect(await left("POST", "/events", {})).toBe(297);
  expect(await left("GET", "/contacts/nobody")).toBe(296);
  expect(await left("GET", "/nope")).toBe(295);
  expect(await left("PATCH", "/events")).toBe(294);
});

test("all keys of a workspace share its 300", async ({ ada }) => {
  const second = await secondKey(ada);
  await calls(ada, 200);
  const headers = { authorization: `Bearer ${second}` };
  const replies = await Promise.all(Array.from({ length: 101 }, () => ada.api("GET", "/contacts/nobody", { headers })));
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(100);
  expect(await ada.api("GET", "/contacts/nobody")).toMatchObject(refusal(429, "rate_limited"));
});

test("a new key is no way around the limit", async ({ ada }) => {
  await calls(ada, 300);
  const headers = { authorization: `Bearer ${await secondKey(ada)}` };
  expect(await ada.api("GET", "/contacts/nobody", { headers })).toMatchObject(refusal(429, "rate_limited"));
});

test("two workspaces do not share their 300", async ({ ada, bob }) => {
  await calls(ada, 301);
  const reply = await bob.api("GET", "/contacts/nobody");
  expect(reply).toMatchObject(refusal(404, "customer_not_found"));
  expect(reply.headers.get("ratelimit-remaining")).toBe("299");
});

test("a refused call changes nothing", async ({ ada }) => {
  await calls(ada, 300);
  expect(await ada.api("PUT", "/contacts/u", { body: {} })).toMatchObject(refusal(429, "rate_limited"));
  const session = await ada.signIn();
  const { chatId } = await ada.says({ channel: "website", visitorId: "v1" });
  expect(await session.call("POST", `/chats/${chatId}/link`, { userId: "u" })).toMatchObject(refusal(404, "customer_not_found"));
});

test("signed-in members, and the channels, are not limited by it", async ({ ada }) => {
  const session = await ada.signIn();
  await calls(ada, 301);
  const { chatId } = await ada.says({ channel: "website", visitorId: "v1" });
  expect(await session.call("GET", `/chats/${chatId}/items`)).toMatchObject({ status: 200 });
});

test("a call passes again when Retry-After says so, however often it was refused meanwhile", { tag: "@slow" }, async ({ server }) => {
  test.setTimeout(150_000);
  const team = await newTeam(server);
  await calls(team, 300);
  const refused = await team.api("GET", "/contacts/nobody");
  const passesAt = Date.now() + Number(refused.headers.get("retry-after")) * 1000;
  let passed = 0;
  let refusals = 0;
  // More than 300 are refused on the way: were they counted, the wait would begin anew.
  const knock = async () => {
    const replies = await calls(team, 10);
    passed = replies.filter(({ status }) => status === 404).length;
    refusals += replies.filter(({ status }) => status === 429).length;
    return passed > 0 || Date.now() > passesAt + 1000;
  };
  await expect.poll(knock, { intervals: [1000], timeout: 90_000 }).toBe(true);
  expect(passed).toBeGreaterThan(0);
  expect(refusals).toBeGreaterThan(300);
  expect(Date.now()).toBeGreaterThan(passesAt - 2000);
});
