import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { dumpOf } from "../../support/dump";
import { expect, newTeam, type Team, teamAt, test } from "../../support/fixtures";
import { rotateKey } from "../../support/rotate-key";
import { startServer } from "../../support/server";
import { filesIn } from "../../support/stored-files";

test.describe.configure({ timeout: 120_000 });

const later = (dataDir: string, aheadMs: number) =>
  startServer({ dataDir, env: { CLOCK_AHEAD_MS: String(aheadMs) }, nodeArgs: ["--import", "./tests/support/clock.mjs"] });
const headers = { "idempotency-key": "k" };
const addEndpoint = (team: Team) => team.api("POST", "/webhook-endpoints", { headers, body: { url: null, types: ["event.received"] } });
const upload = (team: Team) => team.api("POST", "/imports?fileName=a.csv", { headers, body: Buffer.from("id,name\nuser_1,Ada\n") });
const isReplayed = ({ headers: found }: { headers: Headers }) => found.has("idempotency-replayed");

/** Begins an upload with the key of `headers`, which never ends. */
async function openUpload({ url, key }: Team): Promise<void> {
  const sent = request(`${url}/api/v1/imports?fileName=a.csv`, { method: "POST", headers: { ...headers, authorization: `Bearer ${key}` } });
  sent.on("error", () => undefined);
  await new Promise((resolve) => sent.write("id,name\n", resolve));
}

test("keeps answers encrypted for a day, through a change of the key, and a killed process leaves no key stuck", {
  tag: ["@embedded", "@slow"],
}, async () => {
  const first = await startServer();
  const team = await newTeam(first);
  const made = await addEndpoint(team);
  expect(made.status, made.text).toBe(201);
  await openUpload(team);
  await expect.poll(async () => (await upload(team)).headers.get("retry-after")).toBe("2");
  await first.kill();

  const stored = async () => JSON.stringify((await dumpOf(first.dataDir)).get("idempotent_call"));
  const before = await stored();
  expect(before).not.toContain(String(made.body["secret"]));
  // The webhook endpoint's own secret, and its answer.
  expect(await rotateKey(first.dataDir, randomBytes(32).toString("hex"))).toMatch(/reencrypted: [3-9]/);
  expect(await stored()).not.toBe(before);

  const second = await later(first.dataDir, 60_000);
  const then = teamAt(second, team);
  const again = await addEndpoint(then);
  expect([again.text, isReplayed(again)]).toEqual([made.text, true]);
  const taken = await upload(then);
  expect([taken.status, isReplayed(taken)], taken.text).toEqual([201, false]);
  const files = filesIn(first.dataDir).length;
  expect(isReplayed(await upload(then))).toBe(true);
  expect(filesIn(first.dataDir)).toHaveLength(files);
  expect(await second.stop()).toBe(0);

  const third = await later(first.dataDir, 25 * 60 * 60 * 1000);
  const another = await addEndpoint(teamAt(third, team));
  expect([another.status, isReplayed(another)]).toEqual([201, false]);
  expect(await third.stop()).toBe(0);
});
