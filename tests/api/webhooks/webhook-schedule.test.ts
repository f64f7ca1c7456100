import { dayMs, hourMs, minuteMs } from "@/lib/kernel/durations";
import { expect, newTeam, teamAt, test } from "../../support/fixtures";
import { startReceiver } from "../../support/receiver";
import { startServer } from "../../support/server";
import { addEndpoint, callsTo, viewOf } from "./helpers";

const waits = [5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs, 20 * hourMs, 24 * hourMs];

test("keeps the schedule through kills, then gives up, and switches off what fails for five days", {
  tag: ["@embedded", "@slow"],
}, async () => {
  test.setTimeout(300_000);
  const receiver = await startReceiver();
  const options = { env: { DEMO: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin } };
  const first = await startServer(options);
  const made = await newTeam(first);
  const endpoint = await addEndpoint(made, receiver, { types: ["event.received"], answer: () => "silence" });
  const dead = await addEndpoint(made, receiver, { types: ["contact.created"], name: "dead", answer: () => ({ status: 500 }) });
  await made.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
  await Promise.all(Array.from({ length: 12 }, (_, nth) => made.api("PUT", `/contacts/user_${nth + 2}`, { body: {} })));
  await callsTo(receiver, endpoint, 1);
  await callsTo(receiver, dead, 10);
  // In the middle of a request.
  await first.kill();
  receiver.on(endpoint.path, () => ({ status: 503 }));

  const { dataDir } = first;
  let ahead = 0;
  const start = async () => {
    const server = await startServer({
      ...options,
      env: { ...options.env, CLOCK_AHEAD_MS: String(ahead) },
      nodeArgs: ["--import", "./tests/support/clock.mjs"],
      dataDir,
    });
    return { server, team: teamAt(server, made) };
  };
  let calls = 1;
  for (const wait of [0, ...waits]) {
    // Up to a tenth later, and what passed meanwhile.
    ahead += wait * 1.1 + minuteMs;
    const { server, team } = await start();
    calls += 1;
    await callsTo(receiver, endpoint, calls);
    // The outcome is stored before the next kill.
    await expect.poll(async () => (await team.api("GET", "/webhook-events")).status).toBe(200);
    await server.stop();
  }
  const ids = receiver.calls(endpoint.path).map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(10);
  expect(new Set(ids).size).toBe(1);
  expect(new Set(receiver.calls(endpoint.path).map(({ raw }) => raw.toString())).size).toBe(1);
  const times = receiver.calls(endpoint.path).map(({ headers }) => Number(headers["webhook-timestamp"]) * 1000);
  for (const [nth, wait] of waits.entries()) expect((times[nth + 2] ?? 0) - (times[nth + 1] ?? 0)).toBeGreaterThan(0.9 * wait);

  ahead += 2 * dayMs;
  const { server, team } = await start();
  receiver.on(endpoint.path, () => ({}));
  await team.api("PUT", "/contacts/late", { body: {} });
  await expect.poll(async () => (await viewOf(team, dead))["disabledReason"], { timeout: 15_000 }).toBe("failing");
  expect(receiver.calls(endpoint.path)).toHaveLength(10);
  expect(await viewOf(team, endpoint)).toMatchObject({ disabledAt: null, failingSince: expect.any(String) });
  const time = { from: new Date(Date.now() - dayMs).toISOString(), to: new Date(Date.now() + dayMs).toISOString() };
  const replayed = await team.api("POST", `/webhook-endpoints/${endpoint.id}/replay`, { body: time });
  expect(replayed.body).toEqual({ replayed: 1, nextFrom: null });
  const again = await callsTo(receiver, endpoint, 11);
  expect(again.at(-1)?.headers["webhook-id"]).toBe(ids[0]);
  await server.stop();
  receiver.close();
});
