import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, newTeam, type Team, test } from "../../support/fixtures";
import { newFolder, type Running, startServer } from "../../support/server";
import { sendCalls } from "../helpers";

const hourMs = 3_600_000;

/** A server whose clock can be set while it runs, with a team. */
async function withClock() {
  const file = join(newFolder(), "clock");
  const server = await startServer({ env: { DEMO: "1", CLOCK_FILE: file }, nodeArgs: ["--import", "./tests/support/moving-clock.mjs"] });
  const team = await newTeam(server);
  return { server, team, setClock: (aheadMs: number) => setClock({ server, team, file }, aheadMs) };
}

/** Sets the clock and waits until the server uses the new time. */
async function setClock({ server, team, file }: { server: Running; team: Team; file: string }, aheadMs: number): Promise<void> {
  writeFileSync(file, String(aheadMs));
  process.kill(server.pid, "SIGUSR2");
  const session = await team.signIn();
  const behindMs = async () => {
    const { body } = await session.call("POST", "/keys", { name: "Clock" });
    return Math.abs(Date.parse((body["key"] as { createdAt: string }).createdAt) - Date.now() - aheadMs);
  };
  await expect.poll(behindMs).toBeLessThan(60_000);
}

const statuses = async (team: Team, count: number) => (await sendCalls(team, count)).map(({ status }) => status);

test("does not extend a minute when the clock is set back by an hour", { tag: ["@embedded", "@slow"] }, async () => {
  test.setTimeout(150_000);
  const { server, team, setClock } = await withClock();
  expect(await statuses(team, 300)).not.toContain(429);
  const counted = Date.now();
  await setClock(-hourMs);
  expect(await statuses(team, 1)).toEqual([429]);
  const passes = async () => (await statuses(team, 1))[0] !== 429;
  await expect.poll(passes, { intervals: [1_000], timeout: 65_000 }).toBe(true);
  expect(Date.now() - counted).toBeLessThan(63_000);
  await server.stop();
});

test("does not end a minute early when the clock is set ahead by an hour", { tag: "@embedded" }, async () => {
  const { server, team, setClock } = await withClock();
  expect(await statuses(team, 300)).not.toContain(429);
  await setClock(hourMs);
  expect(new Set(await statuses(team, 20))).toEqual(new Set([429]));
  await server.stop();
});
