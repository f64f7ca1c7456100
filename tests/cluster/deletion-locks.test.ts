import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { clusterOf } from "./cluster";
import { callAt, urlsOf } from "./instances";
import { holdTransaction, lockWaitCount } from "./locks";

test.describe.configure({ mode: "default", timeout: 180_000 });

const cluster = clusterOf();

const contactOf =
  "select c.workspace_id, c.id from contact c join workspace w on w.id = c.workspace_id where w.slug = $1 and c.user_id = 'u'";

test("a deletion waits for an event that is being recorded, and counts it", async () => {
  const team = await newTeam(cluster.running);
  await team.api("PUT", "/contacts/u", { body: {} });
  const recording = await holdTransaction(cluster, `${contactOf} for key share of c`, [team.workspace]);
  await recording.query(
    `insert into event (workspace_id, id, contact_id, event, level, occurred_at, received_at, posted_to_conversations)
     select workspace_id, gen_random_uuid(), id, 'Order placed', 'info', now(), now(), 0 from (${contactOf}) c`,
    [team.workspace],
  );
  const deleting = team.api("DELETE", "/contacts/u");
  await expect.poll(() => lockWaitCount(cluster), { intervals: [50] }).toBe(1);
  await recording.letGo("commit");
  expect((await deleting).body).toMatchObject({ deleted: true, eventsDeleted: 1 });
});

test("an event during a deletion waits for it, and makes a new contact", async () => {
  const team = await newTeam(cluster.running);
  const phone = "447911500001";
  await team.api("PUT", "/contacts/u", { body: { phone } });
  await team.sendMessage({ channel: "whatsapp", phone });
  // The deletion holds the lock of the contact's row, and waits for the person's.
  const person = await holdTransaction(
    cluster,
    "select p.id from person p join workspace w on w.id = p.workspace_id where w.slug = $1 for update of p",
    [team.workspace],
  );
  const deleting = team.api("DELETE", "/contacts/u");
  await expect.poll(() => lockWaitCount(cluster), { intervals: [50] }).toBe(1);
  const record = () => team.api("POST", "/events", { body: { event: "Order placed", userId: "u" } });
  // On a busy machine the wait may end before the deletion does: then nothing was recorded, and the caller repeats it.
  const recording = record().then((reply) => (reply.status === 503 ? record() : reply));
  await expect.poll(() => lockWaitCount(cluster), { intervals: [50] }).toBe(2);
  await person.letGo();
  expect((await deleting).body).toMatchObject({ deleted: true, eventsDeleted: 0 });
  expect((await recording).status).toBe(201);
  expect((await team.api("GET", "/contacts/u")).body).toMatchObject({ contact: { phone: null }, events: [{ event: "Order placed" }] });
  expect(await breaches(cluster.postgres.query)).toEqual([]);
});

test("every event sent while its contact is deleted repeatedly is either deleted and counted, or stored", async () => {
  const urls = urlsOf(cluster);
  const team = await newTeam(cluster.running);
  for (let round = 0; round < 8; round += 1) {
    const at = () => urls[randomInt(urls.length)] ?? urls[0];
    const later = async (call: () => ReturnType<typeof callAt>) => {
      await pause(randomInt(30));
      return call();
    };
    const body = { event: "Order placed", userId: `u${round}` };
    const events = Array.from({ length: 25 }, () => later(() => callAt(at(), team, "POST", "/events", body)));
    const removals = Array.from({ length: 4 }, () => later(() => callAt(at(), team, "DELETE", `/contacts/u${round}`)));
    expect((await Promise.all(events)).map(({ status }) => status)).toEqual(events.map(() => 201));
    const deletedCount = (await Promise.all(removals)).reduce((sum, { body }) => sum + Number(body["eventsDeleted"] ?? 0), 0);
    const [stored] = await cluster.postgres.query<{ count: number }>(
      `select count(*)::int as count from event e join contact c on c.workspace_id = e.workspace_id and c.id = e.contact_id
       where c.user_id = 'u${round}'`,
    );
    expect(deletedCount + (stored?.count ?? 0)).toBe(25);
    expect(await breaches(cluster.postgres.query)).toEqual([]);
  }
});
