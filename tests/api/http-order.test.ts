import { expect, newTeam, send, test } from "../support/fixtures";
import { refusal } from "../support/wire";
import { calls, phone, put } from "./world";

const unfit = { raw: '{"event":' };

test("the key is asked for before plan, rate, path, body and person", async ({ server, ada }) => {
  const wrong = { headers: { authorization: "Bearer wrong" }, ...unfit };
  expect(await ada.api("PUT", "/contacts/%20", wrong)).toMatchObject(refusal(401, "invalid_key"));
  expect(await ada.api("POST", "/nope", wrong)).toMatchObject(refusal(401, "invalid_key"));
  expect(await ada.api("PATCH", "/events", wrong)).toMatchObject(refusal(401, "invalid_key"));
  const keyless = { method: "POST", ...unfit };
  expect(await send(`${server.url}/api/v1/events`, keyless)).toMatchObject(refusal(401, "missing_key"));
  expect(await send(`${server.url}/api/v1/nope`, keyless)).toMatchObject(refusal(401, "missing_key"));
});

test("the plan is asked for before path, body and person", async ({ server }) => {
  const free = await newTeam(server, "free");
  expect(await free.api("PUT", "/contacts/%20", unfit)).toMatchObject(refusal(402, "plan_required"));
  expect(await free.api("POST", "/events", unfit)).toMatchObject(refusal(402, "plan_required"));
  expect(await free.api("GET", "/contacts/nobody")).toMatchObject(refusal(402, "plan_required"));
  expect(await free.api("POST", "/nope")).toMatchObject(refusal(402, "plan_required"));
  expect(await free.api("PATCH", "/events")).toMatchObject(refusal(402, "plan_required"));
});

for (const plan of ["pro", "business"]) {
  test(`the ${plan} plan has the context API`, async ({ server }) => {
    const team = await newTeam(server, plan);
    expect(await team.api("PUT", "/contacts/u", { body: {} })).toMatchObject({ status: 200 });
  });
}

test("a plan that is raised or lowered acts on the next call", async ({ server }) => {
  const team = await newTeam(server, "free");
  expect(await team.api("GET", "/contacts/nobody")).toMatchObject(refusal(402, "plan_required"));
  await team.operate("set-plan", { workspace: team.workspace, plan: "pro" });
  expect(await team.api("GET", "/contacts/nobody")).toMatchObject(refusal(404, "customer_not_found"));
  await team.operate("set-plan", { workspace: team.workspace, plan: "free" });
  expect(await team.api("GET", "/contacts/nobody")).toMatchObject(refusal(402, "plan_required"));
});

test("the rate comes after the plan and before path, body and person", async ({ ada }) => {
  await calls(ada, 300);
  expect(await ada.api("PUT", "/contacts/%20", unfit)).toMatchObject(refusal(429, "rate_limited"));
  expect(await ada.api("POST", "/events", unfit)).toMatchObject(refusal(429, "rate_limited"));
  expect(await ada.api("GET", "/contacts/nobody")).toMatchObject(refusal(429, "rate_limited"));
  expect(await ada.api("POST", "/nope")).toMatchObject(refusal(429, "rate_limited"));
  expect(await ada.api("PATCH", "/events")).toMatchObject(refusal(429, "rate_limited"));
  await ada.operate("set-plan", { workspace: ada.workspace, plan: "free" });
  expect(await ada.api("POST", "/events", unfit)).toMatchObject(refusal(402, "plan_required"));
});

test("the path is judged before the body", async ({ ada }) => {
  expect(await ada.api("PUT", "/contacts/%20", unfit)).toMatchObject(refusal(400, "invalid_user_id"));
  expect(await ada.api("POST", "/nope", unfit)).toMatchObject(refusal(404, "not_found"));
  expect(await ada.api("PATCH", "/events", unfit)).toMatchObject(refusal(405, "method_not_allowed"));
});

test("the body is judged before the person is looked for", async ({ ada }) => {
  const event = { event: "Order placed", phone, level: "urgent" };
  expect(await ada.api("POST", "/events", { body: event })).toMatchObject(refusal(400, "invalid_request", /^level /));
});

test("a refusal by key, plan or body touches nothing behind it", async ({ server, ada, bob }) => {
  const event = { event: "Order placed", userId: "new" };
  await ada.api("POST", "/events", { body: { ...event, level: "urgent" } });
  await ada.api("POST", "/events", { body: event, headers: { authorization: "Bearer wrong" } });
  expect(await ada.api("GET", "/contacts/new")).toMatchObject(refusal(404, "customer_not_found"));

  await bob.operate("set-plan", { workspace: bob.workspace, plan: "free" });
  await bob.api("POST", "/events", { body: event });
  await send(`${server.url}/api/v1/contacts/new`);
  await bob.operate("set-plan", { workspace: bob.workspace, plan: "pro" });
  const first = await bob.api("GET", "/contacts/new");
  expect(first).toMatchObject(refusal(404, "customer_not_found"));
  expect(first.headers.get("ratelimit-remaining")).toBe("299");
});

test("a call that is refused for its body leaves what was there as it was", async ({ ada }) => {
  const { contact } = await put(ada, "u", { name: "Ada", attributes: { plan: "pro" } });
  expect(await ada.api("PUT", "/contacts/u", { body: { name: "Eve", attributes: { plan: [] } } })).toMatchObject(
    refusal(400, "invalid_request"),
  );
  expect((await ada.api("GET", "/contacts/u")).body["contact"]).toEqual(contact);
});
