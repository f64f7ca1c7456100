import { Embedded } from "@/lib/platform/db/embedded";
import { deskAt, newDesk, signatureBy } from "../../support/desk";
import { expect, newTeam, signIn, type Team, test } from "../../support/fixtures";
import type { Receiver } from "../../support/receiver";
import { type Running, startServer } from "../../support/server";
import { errorReply } from "../../support/wire";

test.describe.configure({ timeout: 120_000 });

const start = (receiver: Receiver, more: Parameters<typeof startServer>[0] = {}) =>
  startServer({ ...more, env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin, ...more.env } });

/** A desk that can be reopened after a restart. */
async function deskOf(server: Running, team: Team, receiver: Receiver) {
  const first = await newDesk({ ...team, signIn: () => signIn(server.url, team.workspace, team.owner) }, receiver);
  return {
    ...first,
    at: async ({ url }: Running) =>
      deskAt(await signIn(url, team.workspace, team.owner), { ...first, receiver, path: `/${team.workspace}` }),
  };
}

/** Changes the database of a data folder while no server runs. */
async function change(folder: string, sql: string, slugs: string[]): Promise<number> {
  const embedded = await Embedded.open(folder);
  const { rows } = await embedded.query(`${sql} returning 1`, [slugs]);
  await embedded.close();
  return rows.length;
}

test("sends nothing with a signing secret that was moved to another row, and the press says so", {
  tag: ["@embedded", "@slow"],
}, async ({ receiver }) => {
  const server = await start(receiver);
  const teams = [await newTeam(server), await newTeam(server)];
  const desks = [];
  for (const team of teams) desks.push(await deskOf(server, team, receiver));
  await server.stop();
  const swapped = await change(
    server.dataDir,
    `with mine as (select s.* from signing_secret s join workspace w on w.id = s.workspace_id where w.slug = any($1))
     update signing_secret s set sealed = o.sealed from mine m join mine o on o.workspace_id <> m.workspace_id
     where s.workspace_id = m.workspace_id and s.id = m.id`,
    teams.map(({ workspace }) => workspace),
  );
  expect(swapped).toBe(2);

  const again = await start(receiver, { dataDir: server.dataDir });
  for (const one of desks) {
    const desk = await one.at(again);
    const { outcome } = await desk.pressAndWait();
    expect(outcome).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/signing secret .* cannot be opened, so nothing was sent/),
    });
    expect(desk.calls()).toEqual([]);
    const unreadable = errorReply(409, "conflict", /signing secret cannot be opened\. Rotate it/);
    expect(await desk.session.call("POST", "/actions/secret/reveal", {})).toMatchObject(unreadable);
    expect(await desk.session.call("POST", "/actions/check", { probe: "good" })).toMatchObject(unreadable);
    expect((await desk.session.call("GET", "/audit?kind=secret")).text).not.toContain("secret.revealed");
    // A new secret solves it.
    await desk.session.call("POST", "/actions/secret/rotate", {});
    await desk.session.call("POST", "/actions/secret/end-overlap", {});
    expect((await desk.pressAndWait()).outcome.state).toBe("succeeded");
  }
  expect(again.output()).toContain("signing secret cannot be opened");
  await again.stop();
});

test("sends nothing when two secrets of one workspace were swapped", { tag: ["@embedded", "@slow"] }, async ({ receiver }) => {
  const server = await start(receiver);
  const team = await newTeam(server);
  const before = await deskOf(server, team, receiver);
  await before.session.call("POST", "/actions/secret/rotate", {});
  await server.stop();
  const swapped = await change(
    server.dataDir,
    `update signing_secret s set sealed = o.sealed from signing_secret o join workspace w on w.id = o.workspace_id
     where w.slug = any($1) and o.workspace_id = s.workspace_id and o.id <> s.id`,
    [team.workspace],
  );
  expect(swapped).toBe(2);
  const again = await start(receiver, { dataDir: server.dataDir });
  const desk = await before.at(again);
  expect((await desk.pressAndWait()).outcome.state).toBe("failed");
  expect(desk.calls()).toEqual([]);
  await again.stop();
});

test("signs with the old secret for 24 hours and no longer", { tag: ["@embedded", "@slow"] }, async ({ receiver }) => {
  const server = await start(receiver);
  const before = await deskOf(server, await newTeam(server), receiver);
  const secret = async () => String((await before.session.call("POST", "/actions/secret/reveal", {})).body["secret"]);
  const old = await secret();
  await before.session.call("POST", "/actions/secret/rotate", {});
  const fresh = await secret();
  await server.stop();

  const signaturesAfter = async (minutes: number) => {
    const ahead = { CLOCK_AHEAD_MS: String(minutes * 60_000) };
    const later = await start(receiver, { dataDir: server.dataDir, env: ahead, nodeArgs: ["--import", "./tests/support/clock.mjs"] });
    const desk = await before.at(later);
    await desk.pressAndWait();
    const { secret: view } = (await desk.session.call("GET", "/actions")).body as { secret: { overlapEndsAt: string | null } };
    await later.stop();
    const call = desk.calls().at(-1);
    if (!call) throw new Error("Nothing was sent.");
    const names: Record<string, string> = { [signatureBy(old, call)]: "old", [signatureBy(fresh, call)]: "new" };
    const by = String(call.headers["x-service-signature"])
      .split(",")
      .map((one) => names[one]);
    return { by, isOverlapping: view.overlapEndsAt !== null };
  };
  expect(await signaturesAfter(23 * 60 + 55)).toEqual({ by: ["new", "old"], isOverlapping: true });
  expect(await signaturesAfter(24 * 60 + 1)).toEqual({ by: ["new"], isOverlapping: false });
});
