import { readFileSync } from "node:fs";
import { newDesk } from "../../support/desk";
import { test as base, expect, newTeam, send } from "../../support/fixtures";
import { openStream } from "../../support/listening";
import { metricsOf, metricsToken, seriesIn } from "../../support/metrics";
import { type Running, startServer } from "../../support/server";
import { whatsapp } from "../helpers";

/** A separate server, so that other tests do not count. */
const test = base.extend<object, { counted: Running }>({
  counted: [
    async ({ receiver }, use) => {
      const server = await startServer({
        env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin, METRICS_TOKEN: metricsToken },
      });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

// Default mode runs these tests in one worker, so that the shared fixture is created once.
test.describe.configure({ mode: "default" });

test("responds with 404 at the address of the metrics without METRICS_TOKEN", { tag: "@embedded" }, async ({ server }) => {
  for (const authorization of ["", "Bearer ", "Bearer undefined"]) {
    const reply = await send(`${server.url}/api/metrics`, { headers: { authorization } });
    expect(reply).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  }
});

test("returns metrics only with the token", { tag: "@embedded" }, async ({ counted }) => {
  for (const authorization of ["", "Bearer ", `Bearer ${metricsToken}x`, `Bearer ${metricsToken.slice(1)}`, metricsToken]) {
    const reply = await send(`${counted.url}/api/metrics`, { headers: { authorization } });
    expect(reply, authorization).toMatchObject({ status: 401, body: { error: { code: "invalid_key" } } });
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  }
  const { status, headers } = await send(`${counted.url}/api/metrics`, { headers: { authorization: `bearer ${metricsToken}` } });
  expect({ status, type: headers.get("content-type") }).toEqual({ status: 200, type: "text/plain; version=0.0.4; charset=utf-8" });
});

test("counts calls by the contract's path, method and status without personal data", { tag: "@embedded" }, async ({ counted }) => {
  const team = await newTeam(counted);
  const seconds = "beside_http_request_duration_seconds";
  const at = { method: "GET", route: "/api/v1/contacts/{userId}" };
  const before = await metricsOf(counted.url);
  await team.api("PUT", "/contacts/user_xylophone", { body: {} });
  for (let time = 0; time < 3; time += 1) await team.api("GET", "/contacts/user_xylophone");
  await team.api("GET", "/contacts/nobody_xylophone");
  await team.api("POST", "/contact/xylophone", { body: {} });
  const session = await team.signIn();
  await session.call("GET", "/audit/export");
  const after = await metricsOf(counted.url);
  const grew = (labels: Record<string, string>) =>
    seriesIn(after, `${seconds}_count`, labels) - seriesIn(before, `${seconds}_count`, labels);
  expect(grew({ ...at, status: "200" })).toBe(3);
  expect(grew({ ...at, status: "404" })).toBe(1);
  expect(grew({ method: "other", route: "none", status: "404" })).toBe(1);
  expect(grew({ method: "GET", route: "/api/w/{workspace}/audit/export", status: "200" })).toBe(1);
  expect(seriesIn(after, `${seconds}_bucket`, { ...at, status: "200", le: "10" })).toBeGreaterThanOrEqual(3);
  expect(seriesIn(after, `${seconds}_sum`, { ...at, status: "200" })).toBeGreaterThan(0);
  expect(after).not.toContain("xylophone");
});

test("counts events by level, once each, with their cards and batches", { tag: "@embedded" }, async ({ counted }) => {
  const team = await newTeam(counted);
  await team.api("PUT", "/contacts/user_1", { body: { phone: whatsapp.phone } });
  await team.sendMessage(whatsapp);
  const before = await metricsOf(counted.url);
  const grew = async (name: string, labels?: Record<string, string>) =>
    seriesIn(await metricsOf(counted.url), name, labels) - seriesIn(before, name, labels);
  await Promise.all(
    ["Payment failed", "Order placed", "Order sent"].map((event) => team.api("POST", "/events", { body: { event, userId: "user_1" } })),
  );
  const once = { headers: { "idempotency-key": "one" }, body: { event: "Order placed", userId: "user_2" } };
  for (let time = 0; time < 2; time += 1) await team.api("POST", "/events", once);
  expect(await grew("beside_events_recorded_total", { level: "problem" })).toBe(1);
  expect(await grew("beside_events_recorded_total", { level: "info" })).toBe(3);
  expect(await grew("beside_cards_posted_total")).toBe(3);
  expect(await grew("beside_event_group_size_sum")).toBe(5);
});

test("counts action calls by outcome and streams while they are open", { tag: "@embedded" }, async ({ counted, receiver }) => {
  const desk = await newDesk(await newTeam(counted), receiver);
  await desk.pressAndWait();
  desk.replyWith({ status: 400, body: { message: "Already refunded" } });
  await desk.pressAndWait();
  const text = await metricsOf(counted.url);
  expect(seriesIn(text, "beside_action_calls_total", { outcome: "succeeded" })).toBe(1);
  expect(seriesIn(text, "beside_action_calls_total", { outcome: "refused" })).toBe(1);

  const team = await newTeam(counted);
  const { cookie } = await team.signIn();
  const open = async () => seriesIn(await metricsOf(counted.url), "beside_open_streams");
  const before = await open();
  const stream = await openStream(counted.url, team.workspace, cookie);
  expect(await open()).toBe(before + 1);
  stream.close();
  await expect.poll(open).toBe(before);

  // The response to HEAD has no stream, so none must be counted.
  const url = `${counted.url}/api/w/${team.workspace}/stream`;
  const response = await fetch(url, { method: "HEAD", headers: { cookie } });
  expect({ status: response.status, type: response.headers.get("content-type") }).toEqual({
    status: 200,
    type: "text/event-stream; charset=utf-8",
  });
  expect(await open()).toBe(before);
});

test("measures the process and its database connections", { tag: "@embedded" }, async ({ counted }) => {
  const text = await metricsOf(counted.url);
  expect(seriesIn(text, "beside_database_connections", { state: "total" })).toBe(1);
  expect(seriesIn(text, "nodejs_heap_size_used_bytes")).toBeGreaterThan(1e6);
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
  expect(text).toMatch(/^beside_limiter_fallbacks_total 0$/m);
});

test("uses only existing metrics in the dashboard and the alerts", { tag: "@embedded" }, async ({ counted }) => {
  const { panels } = JSON.parse(readFileSync("docs/grafana-dashboard.json", "utf8")) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const alerts = readFileSync("docs/prometheus-alerts.yaml", "utf8");
  const queries = [...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)), alerts];
  expect(queries.length).toBeGreaterThan(10);
  const text = await metricsOf(counted.url);
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", type = ""]) => [name, type]));
  for (const name of queries.flatMap((query) => query.match(/\b(beside|nodejs|process)_\w+/g) ?? [])) {
    const base = name.replace(/_(bucket|sum|count)$/, "");
    expect(types.has(name) || types.get(base) === "histogram", name).toBe(true);
  }
});
