import { setTimeout as pause } from "node:timers/promises";
import { addEndpoint, callsTo, type Endpoint, messageOf } from "../api/webhooks/helpers";
import { expect, newTeam, send, type Team, test } from "../support/fixtures";
import { type Receiver, startReceiver } from "../support/receiver";
import { freePort } from "../support/server";
import { startCluster } from "./cluster";
import { urlsOf } from "./instances";

test("ten requests of an endpoint are under way on all instances together, and one that cannot be signed stops no other", async () => {
  test.setTimeout(120_000);
  const receiver = await startReceiver();
  const cluster = await startCluster({ env: { ACTIONS_ALLOW_ORIGINS: receiver.origin } });
  const team = await newTeam(cluster.running);
  const types = ["event.received"];
  const slow = await addEndpoint(team, receiver, { types, name: "slow", answer: () => "silence" });
  const poisoned = await addEndpoint(team, receiver, { types, name: "poisoned" });
  const well = await addEndpoint(team, receiver, { types, name: "well" });
  await cluster.postgres.query("update webhook_endpoint set sealed = 'not encrypted' where id = $1::uuid", [poisoned.id]);
  const events = Array.from({ length: 60 }, (_, nth) => `Order ${nth}`);
  const urls = urlsOf(cluster);
  const posted = events.map((event, nth) =>
    send(`${urls[nth % 3]}/api/v1/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${team.key}` },
      body: { event, userId: "user_1" },
    }),
  );
  for (const { status, text } of await Promise.all(posted)) expect(status, text).toBe(201);
  const calls = await callsTo(receiver, well, events.length);
  expect(calls.map((call) => messageOf(call).data["event"]).sort()).toEqual([...events].sort());
  expect(receiver.calls(slow.path)).toHaveLength(10);
  expect(receiver.calls(poisoned.path)).toEqual([]);
  await cluster.stop();
  receiver.close();
});

/** Writes one change after the other, each again until it is accepted: events, and contacts whose attribute changes. */
async function write(urls: readonly string[], team: Team, at: number, isOver: () => boolean): Promise<string[]> {
  const headers = { authorization: `Bearer ${team.key}` };
  const written: string[] = [];
  for (let count = 0; !isOver(); count += 1) {
    const mark = `${at}-${count}`;
    const isEvent = count % 2 === 0;
    const call = isEvent
      ? { method: "POST", headers: { ...headers, "idempotency-key": mark }, body: { event: mark, userId: `user_${at}` } }
      : { method: "PUT", headers, body: { attributes: { mark } } };
    written.push(mark);
    for (let attempt = 0; ; attempt += 1) {
      const url = `${urls[(at + count + attempt) % urls.length]}/api/v1/${isEvent ? "events" : `contacts/user_${at}`}`;
      const status = await send(url, call).then(
        (reply) => reply.status,
        () => 0,
      );
      if (status === 200 || status === 201) break;
      if (status !== 0 && status !== 503 && status !== 429) throw new Error(`${url} answered ${status}.`);
      await pause(200);
    }
    await pause(40);
  }
  return written;
}

/** The marks of what came, by the id of the webhook; the same id has the same body each time. */
function heardBy(receivers: readonly Receiver[], { path }: Endpoint): Map<string, string> {
  const bodies = new Map<string, string>();
  for (const call of receivers.flatMap((receiver) => receiver.calls(path))) {
    const id = String(call.headers["webhook-id"]);
    const body = call.raw.toString();
    expect(bodies.get(id) ?? body, id).toBe(body);
    bodies.set(id, body);
  }
  return new Map([...bodies].map(([id, body]) => [id, markOf(JSON.parse(body) as { data: Record<string, unknown> })]));
}

const markOf = ({ data }: { data: Record<string, unknown> }) =>
  String(data["event"] ?? (data["content"] as { attributes: { mark: string } }).attributes.mark);

/** The ids of all webhooks of a team, as its list has them. */
async function listedOf(team: Team): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ""; ; ) {
    const { body, status, text } = await team.api("GET", `/webhook-events?limit=200${after}`);
    expect(status, text).toBe(200);
    const { data, nextCursor } = body as { data: { id: string }[]; nextCursor: string | null };
    ids.push(...data.map(({ id }) => id));
    if (nextCursor === null) return ids.sort();
    after = `&cursor=${nextCursor}`;
  }
}

test("every change comes at least once, as it was, through kills of instances, database, Redis and receiver", {
  tag: "@slow",
}, async () => {
  test.setTimeout(420_000);
  const dead = await startReceiver();
  const port = await freePort();
  const receivers = [await startReceiver(port)];
  const [first] = receivers as [Receiver];
  const cluster = await startCluster({ env: { ACTIONS_ALLOW_ORIGINS: `${first.origin},${dead.origin}` } });
  const urls = urlsOf(cluster);
  const teams = await Promise.all([0, 1].map(() => newTeam(cluster.running)));
  const types = ["event.received", "contact.updated"];
  const endpoints = await Promise.all(
    teams.map(async (team) => {
      await addEndpoint(team, dead, { types, name: "dead", answer: () => ({ status: 500 }) });
      return addEndpoint(team, first, { types, content: true });
    }),
  );
  let isOver = false;
  const writers = teams.flatMap((team, nth) => [0, 1].map((at) => write(urls, team, 10 * nth + at, () => isOver)));
  await pause(2_000);
  for (const { running, start } of [...cluster.instances].slice(0, 2)) {
    await running.kill();
    await pause(1_500);
    await start();
  }
  await cluster.postgres.halt();
  await pause(1_000);
  await cluster.postgres.resume();
  await pause(2_000);
  await cluster.redis.kill();
  await pause(1_500);
  // In the middle of its answers.
  receivers.at(-1)?.close();
  await pause(1_500);
  receivers.push(await startReceiver(port));
  await cluster.instances[2]?.running.kill();
  await cluster.redis.resume();
  await pause(2_000);
  isOver = true;
  const written = await Promise.all(writers);
  for (const [nth, endpoint] of endpoints.entries()) {
    const sent = [...(written[2 * nth] ?? []), ...(written[2 * nth + 1] ?? [])].sort();
    const heard = () => heardBy(receivers, endpoint);
    // What an instance that was killed had taken is due again after a minute, and an endpoint that failed pauses.
    await expect.poll(() => new Set(heard().values()).size, { timeout: 200_000 }).toBe(sent.length);
    // Each change has one id, however often it came.
    expect([...heard().values()].sort()).toEqual(sent);
    expect(await listedOf(teams[nth] as Team)).toEqual([...heard().keys()].sort());
  }
  await cluster.stop();
  for (const receiver of [...receivers, dead]) receiver.close();
});
