import { expect, newTeam, type Team, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { sendCalls } from "../helpers";

const secondKey = async (team: Team) => String((await team.operate("create-key", { workspace: team.workspace }))["key"]);

test("passes exactly 300 of 350 concurrent calls and returns whole seconds to wait with the others", async ({ ada }) => {
  const replies = await sendCalls(ada, 350);
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(300);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(50);
  for (const reply of refused) {
    expect(reply).toMatchObject(errorReply(429, "rate_limited", /300 requests/));
    expect(reply.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(reply.headers.get("ratelimit-limit")).toBe("300");
    expect(reply.headers.get("ratelimit-remaining")).toBe("0");
    expect(reply.headers.get("ratelimit-reset")).toBe(reply.headers.get("retry-after"));
    expect(reply.headers.get("x-request-id")).not.toBeNull();
    expect(reply.headers.get("cache-control")).toBe("no-store");
  }
});

test("counts each call against the 300, whatever the response is", async ({ ada }) => {
  const left = async (method: string, path: string, body?: object) =>
    Number((await ada.api(method, path, { body })).headers.get("ratelimit-remaining"));
  expect(await left("PUT", "/contacts/u", {})).toBe(299);
  expect(await left("POST", "/events", { event: "Order placed", userId: "u" })).toBe(298);
  expect(await left("POST", "/events", {})).toBe(297);
  expect(await left("GET", "/contacts/nobody")).toBe(296);
  expect(await left("GET", "/nope")).toBe(295);
  expect(await left("PATCH", "/events")).toBe(294);
});

test("shares the 300 calls among all keys of a workspace", async ({ ada }) => {
  const second = await secondKey(ada);
  await sendCalls(ada, 200);
  const headers = { authorization: `Bearer ${second}` };
  const replies = await Promise.all(Array.from({ length: 101 }, () => ada.api("GET", "/contacts/nobody", { headers })));
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(100);
  expect(await ada.api("GET", "/contacts/nobody")).toMatchObject(errorReply(429, "rate_limited"));
});

test("applies the limit to a new key, too", async ({ ada }) => {
  await sendCalls(ada, 300);
  const headers = { authorization: `Bearer ${await secondKey(ada)}` };
  expect(await ada.api("GET", "/contacts/nobody", { headers })).toMatchObject(errorReply(429, "rate_limited"));
});

test("counts each workspace's 300 calls separately", async ({ ada, bob }) => {
  await sendCalls(ada, 301);
  const reply = await bob.api("GET", "/contacts/nobody");
  expect(reply).toMatchObject(errorReply(404, "customer_not_found"));
  expect(reply.headers.get("ratelimit-remaining")).toBe("299");
});

test("changes nothing for a rejected call", async ({ ada }) => {
  await sendCalls(ada, 300);
  expect(await ada.api("PUT", "/contacts/u", { body: {} })).toMatchObject(errorReply(429, "rate_limited"));
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v1" });
  expect(await session.call("POST", `/chats/${chatId}/link`, { userId: "u" })).toMatchObject(errorReply(404, "customer_not_found"));
});

test("does not limit signed-in members and the channels", async ({ ada }) => {
  const session = await ada.signIn();
  await sendCalls(ada, 301);
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v1" });
  expect(await session.call("GET", `/chats/${chatId}/items`)).toMatchObject({ status: 200 });
});

test("passes a call after Retry-After, however many calls were rejected meanwhile", { tag: "@slow" }, async ({ server }) => {
  test.setTimeout(150_000);
  const team = await newTeam(server);
  await sendCalls(team, 300);
  const refused = await team.api("GET", "/contacts/nobody");
  const passesAt = Date.now() + Number(refused.headers.get("retry-after")) * 1000;
  let passed = 0;
  let refusals = 0;
  // More than 300 are rejected meanwhile: if they counted, the wait would start again.
  const attempt = async () => {
    const replies = await sendCalls(team, 10);
    passed = replies.filter(({ status }) => status === 404).length;
    refusals += replies.filter(({ status }) => status === 429).length;
    return passed > 0 || Date.now() > passesAt + 1000;
  };
  await expect.poll(attempt, { intervals: [1000], timeout: 90_000 }).toBe(true);
  expect(passed).toBeGreaterThan(0);
  expect(refusals).toBeGreaterThan(300);
  expect(Date.now()).toBeGreaterThan(passesAt - 2000);
});
