import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, type Team, test } from "../support/fixtures";
import { clusterOf } from "./cluster";
import { Ledger } from "./ledger";

/** The guarantee was verified with RESTARTS=50; a few are enough to see whether it still holds. */
const restarts = Number(process.env["RESTARTS"] ?? 6);
const lanes = 40;

test.describe.configure({ mode: "default", timeout: 120_000 + restarts * 20_000 });

const cluster = clusterOf({ env: { DRAIN_SECONDS: "1" } });

/** The status of one POST; 0 when the connection was lost. */
const post = (agent: Agent, { key }: Team): Promise<number> =>
  new Promise((resolve) => {
    const body = JSON.stringify({ event: "Order placed", userId: "u" });
    const headers = { authorization: `Bearer ${key}`, "content-length": Buffer.byteLength(body) };
    const sent = request(`${cluster.url}/api/v1/events`, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", () => resolve(0));
    sent.end(body);
  });

/** Sends POSTs in many lanes, most of them over the limit: each must get a reply. */
async function hammer(teams: Team[], isOver: () => boolean): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true });
  const counts: Record<number, number> = {};
  const lane = async (team: Team) => {
    while (!isOver()) {
      const status = await post(agent, team);
      counts[status] = (counts[status] ?? 0) + 1;
      await pause(Math.random() * 40);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => teams[index % teams.length]).map((team) => team && lane(team)));
  agent.destroy();
  return counts;
}

test(`no POST is lost while instances are restarted one after the other, ${restarts} times, under load`, async () => {
  const [hammered, written] = await Promise.all(
    [4, 6].map((count) => Promise.all(Array.from({ length: count }, () => newTeam(cluster.running)))),
  );
  let isOver = false;
  const hammering = hammer(hammered ?? [], () => isOver);
  const ledger = await Ledger.begin([cluster.url], written ?? [], 200);
  for (let count = 0; count < restarts; count += 1) {
    const instance = cluster.instances[count % cluster.instances.length];
    expect(await instance?.running.stop()).toBe(0);
    await instance?.start();
  }
  isOver = true;
  const counts = await hammering;
  await ledger.end();
  expect(Object.keys(counts).sort()).toEqual(["201", "429"]);
  expect(counts[429]).toBeGreaterThan(restarts * 100);
  expect(ledger.heard.filter(({ status }) => status !== 201)).toEqual([]);
  await ledger.expectStored(cluster.postgres.query);
});
