import { expect, newTeam, send, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { phone, putContact, sendCalls } from "../helpers";

const unfit = { raw: '{"event":' };

test("checks the key before plan, rate, path, body and person", async ({ ada }) => {
  const wrong = { headers: { authorization: "Bearer wrong" }, ...unfit };
  expect(await ada.api("PUT", "/contacts/%20", wrong)).toMatchObject(errorReply(401, "invalid_key"));
  expect(await ada.api("POST", "/nope", wrong)).toMatchObject(errorReply(401, "invalid_key"));
  expect(await ada.api("PATCH", "/events", wrong)).toMatchObject(errorReply(401, "invalid_key"));
  const keyless = { method: "POST", ...unfit };
  expect(await send(`${ada.url}/api/v1/events`, keyless)).toMatchObject(errorReply(401, "missing_key"));
  expect(await send(`${ada.url}/api/v1/nope`, keyless)).toMatchObject(errorReply(401, "missing_key"));
});

test("checks the plan before path, body and person", async ({ server }) => {
  const free = await newTeam(server, "free");
  expect(await free.api("PUT", "/contacts/%20", unfit)).toMatchObject(errorReply(402, "plan_required"));
  expect(await free.api("POST", "/events", unfit)).toMatchObject(errorReply(402, "plan_required"));
  expect(await free.api("GET", "/contacts/nobody")).toMatchObject(errorReply(402, "plan_required"));
  expect(await free.api("POST", "/nope")).toMatchObject(errorReply(402, "plan_required"));
  expect(await free.api("PATCH", "/events")).toMatchObject(errorReply(402, "plan_required"));
});

for (const plan of ["pro", "business"]) {
  test(`includes the context API in the ${plan} plan`, async ({ server }) => {
    const team = await newTeam(server, plan);
    expect(await team.api("PUT", "/contacts/u", { body: {} })).toMatchObject({ status: 200 });
  });
}

test("applies a raised or lowered plan to the next call", async ({ server }) => {
  const team = await newTeam(server, "free");
  expect(await team.api("GET", "/contacts/nobody")).toMatchObject(errorReply(402, "plan_required"));
  await team.operate("set-plan", { workspace: team.workspace, plan: "pro" });
  expect(await team.api("GET", "/contacts/nobody")).toMatchObject(errorReply(404, "customer_not_found"));
  await team.operate("set-plan", { workspace: team.workspace, plan: "free" });
  expect(await team.api("GET", "/contacts/nobody")).toMatchObject(errorReply(402, "plan_required"));
});

test("checks the rate after the plan and before path, body and person", async ({ ada }) => {
  await sendCalls(ada, 300);
  expect(await ada.api("PUT", "/contacts/%20", unfit)).toMatchObject(errorReply(429, "rate_limited"));
  expect(await ada.api("POST", "/events", unfit)).toMatchObject(errorReply(429, "rate_limited"));
  expect(await ada.api("GET", "/contacts/nobody")).toMatchObject(errorReply(429, "rate_limited"));
  expect(await ada.api("POST", "/nope")).toMatchObject(errorReply(429, "rate_limited"));
  expect(await ada.api("PATCH", "/events")).toMatchObject(errorReply(429, "rate_limited"));
  await ada.operate("set-plan", { workspace: ada.workspace, plan: "free" });
  expect(await ada.api("POST", "/events", unfit)).toMatchObject(errorReply(402, "plan_required"));
});

test("checks the path before the body", async ({ ada }) => {
  expect(await ada.api("PUT", "/contacts/%20", unfit)).toMatchObject(errorReply(400, "invalid_user_id"));
  expect(await ada.api("POST", "/nope", unfit)).toMatchObject(errorReply(404, "not_found"));
  expect(await ada.api("PATCH", "/events", unfit)).toMatchObject(errorReply(405, "method_not_allowed"));
});

test("checks the body before it looks up the person", async ({ ada }) => {
  const event = { event: "Order placed", phone, level: "urgent" };
  expect(await ada.api("POST", "/events", { body: event })).toMatchObject(errorReply(400, "invalid_request", /^level /));
});

test("creates nothing for a call that is rejected by key, plan or body", async ({ ada, bob }) => {
  const event = { event: "Order placed", userId: "new" };
  await ada.api("POST", "/events", { body: { ...event, level: "urgent" } });
  await ada.api("POST", "/events", { body: event, headers: { authorization: "Bearer wrong" } });
  expect(await ada.api("GET", "/contacts/new")).toMatchObject(errorReply(404, "customer_not_found"));

  await bob.operate("set-plan", { workspace: bob.workspace, plan: "free" });
  await bob.api("POST", "/events", { body: event });
  await send(`${ada.url}/api/v1/contacts/new`);
  await bob.operate("set-plan", { workspace: bob.workspace, plan: "pro" });
  const first = await bob.api("GET", "/contacts/new");
  expect(first).toMatchObject(errorReply(404, "customer_not_found"));
  expect(first.headers.get("ratelimit-remaining")).toBe("299");
});

test("leaves an existing contact unchanged when it rejects a body", async ({ ada }) => {
  const { contact } = await putContact(ada, "u", { name: "Ada", attributes: { plan: "pro" } });
  expect(await ada.api("PUT", "/contacts/u", { body: { name: "Eve", attributes: { plan: [] } } })).toMatchObject(
    errorReply(400, "invalid_request"),
  );
  expect((await ada.api("GET", "/contacts/u")).body["contact"]).toEqual(contact);
});
