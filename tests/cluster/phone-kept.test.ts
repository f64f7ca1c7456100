import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, send, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { clusterOf } from "./cluster";
import { callAt, urlsOf } from "./instances";

test.describe.configure({ timeout: 180_000 });

const cluster = clusterOf();

const rounds = 80;

test("a PUT of the stored phone during a deletion leaves either a linked chat or no contact", async () => {
  const { newId } = await import("@/lib/kernel/ids");
  const urls = urlsOf(cluster);
  const at = () => urls[randomInt(urls.length)] ?? urls[0];
  // Each team makes at most 300 calls a minute.
  const teams = await Promise.all(Array.from({ length: 8 }, () => newTeam(cluster.running)));
  for (let round = 0; round < rounds; round += 1) {
    const team = teams[round % teams.length];
    if (!team) throw new Error("There are teams.");
    const phone = `447911${200_000 + round}`;
    const path = `/contacts/u${round}`;
    const body = { phone };
    const from = { channel: "whatsapp", phone };
    expect((await callAt(at(), team, "PUT", path, body)).status).toBe(200);
    await send(`${at()}/api/simulator/${team.workspace}/messages`, { method: "POST", body: { id: newId(), from, text: "Hello" } });

    const deleting = callAt(at(), team, "DELETE", path);
    const putting = Array.from({ length: 3 }, async () => {
      await pause(randomInt(12));
      return callAt(at(), team, "PUT", path, body);
    });
    const [deleted, ...put] = await Promise.all([deleting, ...putting]);
    expect(deleted.status).toBe(200);
    expect(put.map(({ status }) => status)).toEqual([200, 200, 200]);

    const found = await callAt(at(), team, "GET", path);
    if (found.status === 200) expect(found.body, `round ${round}`).toMatchObject({ contact: { phone }, linkedChats: 1 });
    else expect(found.status).toBe(404);
    expect(await breaches(cluster.postgres.query), `round ${round}`).toEqual([]);
  }
});
