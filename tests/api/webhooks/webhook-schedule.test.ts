import { dayMs, hourMs, minuteMs } from "@/lib/kernel/durations";
import { expect, newTeam, type Team, teamAt, test } from "../../support/fixtures";
import { type Receiver, startReceiver } from "../../support/receiver";
import { startServer } from "../../support/server";
import { addEndpoint, callsTo, type Endpoint, viewOf } from "./helpers";

const waits = [5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs, 20 * hourMs, 24 * hourMs];

/** A team at a server with its clock set ahead, on the data of another one that has ended. */
async function startAhead(ahead: number, made: Team, { env, dataDir }: { env: Record<string, string>; dataDir: string }) {
  const server = await startServer({
    env: { ...env, CLOCK_AHEAD_MS: String(ahead) },
    nodeArgs: ["--import", "./tests/support/clock.mjs"],
    dataDir,
  });
  return { server, team: teamAt(server, made) };
}

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
  // A failure counts once its outcome is stored.
  const owner = await made.signIn();
  const failed = async () =>
    ((await owner.call("GET", `/webhooks/${dead.id}/deliveries?limit=50`)).body["items"] as { state: string; attempts: number }[]).filter(
      ({ state, attempts }) => state === "waiting" && attempts === 1,
    );
  await expect.poll(async () => (await failed()).length).toBe(10);
  // In the middle of a request.
  await first.kill();
  receiver.on(endpoint.path, () => ({ status: 503 }));

  const { dataDir } = first;
  let ahead = 0;
  const start = () => startAhead(ahead, made, { env: options.env, dataDir });
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
  await expect.poll(async () => (await viewOf(team, dead))["disabledReason"], { timeout: 30_000 }).toBe("failing");
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

/** Answers 500 to so many at once: before, none of them is a failure in a row after which there are pauses. */
function failTogether(receiver: Receiver, { path }: Endpoint, count: number): void {
  const before = receiver.calls(path).length;
  receiver.on(path, async () => {
    await expect.poll(() => receiver.calls(path).length, { timeout: 12_000 }).toBeGreaterThanOrEqual(before + count);
    return { status: 500 };
  });
}

test("is off after five days without a success and ten failed events, and what it missed can be replayed", {
  tag: ["@embedded", "@slow"],
}, async () => {
  test.setTimeout(180_000);
  const receiver = await startReceiver();
  const env = { DEMO: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin };
  const first = await startServer({ env });
  const made = await newTeam(first);
  const add = (name: string, type: string) => addEndpoint(made, receiver, { name, types: [type] });
  const dead = await add("dead", "event.received");
  const nine = await add("nine", "contact.created");
  const back = await add("back", "problem.opened");
  const watch = await add("watch", "endpoint.disabled");
  const fail = async (team: Team, count: number, name: string) => {
    const ids = Array.from({ length: count }, (_, nth) => `${name} ${nth}`);
    await Promise.all(
      ids.map((reference) =>
        team.api("POST", "/events", { body: { event: "Payment failed", userId: "user_0", properties: { reference } } }),
      ),
    );
  };
  failTogether(receiver, nine, 9);
  await Promise.all(Array.from({ length: 9 }, (_, nth) => made.api("PUT", `/contacts/user_${nth}`, { body: {} })));
  await callsTo(receiver, nine, 9);
  for (const one of [dead, back]) failTogether(receiver, one, 10);
  await fail(made, 10, "first");
  for (const one of [dead, back]) await callsTo(receiver, one, 10);
  const since: number[] = [];
  for (const one of [dead, nine, back]) {
    await expect.poll(async () => (await viewOf(made, one))["failingSince"]).toEqual(expect.any(String));
    since.push(Date.parse(String((await viewOf(made, one))["failingSince"])));
  }
  await first.stop();
  for (const one of [dead, nine]) receiver.on(one.path, () => ({ status: 500 }));
  receiver.on(back.path, () => ({}));

  const start = (ahead: number) => startAhead(ahead, made, { env, dataDir: first.dataDir });
  const before = await start(5 * dayMs - hourMs);
  for (const [one, count] of [
    [dead, 11],
    [nine, 10],
    [back, 20],
  ] as const)
    await callsTo(receiver, one, count);
  await expect.poll(async () => (await viewOf(before.team, back))["failingSince"]).toBeNull();
  // What is under way ends first.
  await before.server.stop();

  const after = await start(5 * dayMs + hourMs);
  await expect.poll(async () => (await viewOf(after.team, dead))["disabledReason"], { timeout: 30_000 }).toBe("failing");
  await callsTo(receiver, nine, 11);
  // The endpoint pauses now: this one comes first when the pause is over.
  await after.team.api("PUT", "/contacts/tenth", { body: {} });
  failTogether(receiver, back, 10);
  const calls = receiver.calls(dead.path).length;
  await fail(after.team, 10, "second");
  await callsTo(receiver, back, 30);
  await expect.poll(async () => (await viewOf(after.team, back))["failingSince"]).not.toBeNull();
  await after.server.stop();

  const last = await start(5 * dayMs + 2 * hourMs);
  await expect.poll(async () => (await viewOf(last.team, nine))["disabledReason"], { timeout: 30_000 }).toBe("failing");
  const notices = await callsTo(receiver, watch, 2);
  expect(notices.map(({ body }) => (body["data"] as { endpointId: string }).endpointId)).toEqual([dead.id, nine.id]);
  const [deadAt = 0, nineAt = 0] = notices.map(({ body }) => Date.parse(String(body["timestamp"])));
  expect(deadAt).toBeGreaterThanOrEqual((since[0] ?? 0) + 5 * dayMs);
  expect(nineAt).toBeGreaterThanOrEqual((since[1] ?? 0) + 5 * dayMs + 2 * hourMs);

  expect(receiver.calls(dead.path)).toHaveLength(calls);
  receiver.on(dead.path, () => ({}));
  const missed = async () => {
    const log = await (await last.team.signIn()).call("GET", `/webhooks/${dead.id}/deliveries`);
    return (log.body["items"] as { eventId: string; state: string }[]).filter(({ state }) => state === "skipped");
  };
  const skipped = (await missed()).map(({ eventId }) => eventId);
  expect(skipped).toHaveLength(10);
  expect((await last.team.api("PATCH", `/webhook-endpoints/${dead.id}`, { body: { enabled: true } })).status).toBe(200);
  const time = { from: new Date(since[0] ?? 0).toISOString(), to: new Date(deadAt + dayMs).toISOString() };
  const replayed = await last.team.api("POST", `/webhook-endpoints/${dead.id}/replay`, { body: time });
  expect(replayed.body).toEqual({ replayed: 10, nextFrom: null });
  await expect.poll(missed).toEqual([]);
  const came = () =>
    receiver
      .calls(dead.path)
      .slice(calls)
      .map(({ headers }) => String(headers["webhook-id"]));
  await expect.poll(() => skipped.filter((id) => !came().includes(id)), { timeout: 15_000 }).toEqual([]);
  expect(new Set(came()).size).toBe(came().length);
  await callsTo(receiver, back, 31);
  expect(await viewOf(last.team, back)).toMatchObject({ disabledAt: null, failingSince: expect.any(String) });
  await last.server.stop();
  receiver.close();
});
