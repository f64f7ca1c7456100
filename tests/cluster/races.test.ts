import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isPart } from "../ci-parts";
import { expect, newTeam, type Reply, send, type Team, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { clusterOf } from "./cluster";
import { callAt, urlsOf } from "./instances";

test.describe.configure({ timeout: 240_000 });

const cluster = clusterOf();

/** Each run of CI has other ones. */
const runs = isPart("CLUSTER") ? 30 : 100;
const maxDelayMs = 12;

/** Reproducible random numbers; the message of a failure contains the seed. */
function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Racer = { what: string; allowed: number[]; go: (url: string) => Promise<Reply> };

/** Everything that may happen to one phone at once: its chat begins, events name it, contacts get it, and are deleted. */
async function racers(team: Team, phone: string, run: number): Promise<Racer[]> {
  const { newId } = await import("@/lib/kernel/ids");
  const [u, v] = [`u${run}`, `v${run}`];
  const sendMessage = (text: string) => (url: string) =>
    send(`${url}/api/simulator/${team.workspace}/messages`, {
      method: "POST",
      body: { id: newId(), from: { channel: "whatsapp", phone }, text },
    });
  const event = (target: object, level?: string) => (url: string) =>
    callAt(url, team, "POST", "/events", { event: "Order placed", ...target, ...(level ? { level } : {}) });
  return [
    { what: "a chat begins", allowed: [201], go: sendMessage("Hello") },
    { what: "a second message", allowed: [201], go: sendMessage("Anybody there?") },
    { what: "an event by the phone", allowed: [201, 404], go: event({ phone }, "problem") },
    { what: "an event by both", allowed: [201], go: event({ userId: u, phone }) },
    { what: "an event by userId", allowed: [201], go: event({ userId: u }, "problem") },
    { what: "PUT of the phone", allowed: [200], go: (url) => callAt(url, team, "PUT", `/contacts/${u}`, { phone }) },
    { what: "PUT of the phone by another", allowed: [200], go: (url) => callAt(url, team, "PUT", `/contacts/${v}`, { phone }) },
    { what: "DELETE", allowed: [200, 404], go: (url) => callAt(url, team, "DELETE", `/contacts/${u}`) },
  ];
}

test(`${runs} races of a new chat, events by its phone, contacts that get it and their deletion break no invariant`, async () => {
  const seed = randomInt(2 ** 31);
  const draw = seededRandom(seed);
  const urls = urlsOf(cluster);
  // Each team makes at most 300 calls a minute.
  const teams = await Promise.all(Array.from({ length: 10 }, () => newTeam(cluster.running)));
  for (let run = 0; run < runs; run += 1) {
    const team = teams[run % teams.length];
    if (!team) throw new Error("There are teams.");
    const phone = `447911${100_000 + run}`;
    // Sometimes the contact or the chat exists before.
    const before = draw(3);
    const all = await racers(team, phone, run);
    if (before === 1) await callAt(urls[0], team, "PUT", `/contacts/u${run}`, { phone });
    if (before === 2) await all[0]?.go(urls[0]);
    const outcomes: string[] = [];
    await Promise.all(
      all.map(async ({ what, allowed, go }) => {
        await pause(draw(maxDelayMs));
        const reply = await go(urls[draw(urls.length)] ?? "");
        outcomes.push(`${what}: ${reply.status}`);
        expect(allowed, `${what} answered ${reply.text}; seed ${seed}`).toContain(reply.status);
      }),
    );
    expect(await breaches(cluster.postgres.query), `run ${run} of seed ${seed}: ${outcomes.join(", ")}`).toEqual([]);
  }
});
