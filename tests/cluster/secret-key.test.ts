import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, newTeam, signIn, type Team, test } from "../support/fixtures";
import { startPostgres } from "../support/postgres";
import { freePort, type Running, startedFolder, startServer } from "../support/server";
import { npmRun } from "./command";
import { startOperator } from "./operator";

test.describe.configure({ timeout: 180_000 });

const newKey = () => randomBytes(32).toString("hex");
const rotate = (env: Record<string, string>) => npmRun("admin", ["rotate-secret-key"], env);
const outcomeOf = (promise: Promise<Running>) =>
  promise.then(
    () => "started",
    (error: unknown) => String(error),
  );

/** The signing secret and the identify secret of each team, as its owner sees them. */
async function revealed(teams: Team[], url: string): Promise<string[]> {
  const all: string[] = [];
  for (const team of teams) {
    const owner = await signIn(url, team.workspace, team.owner);
    for (const of of ["actions", "widget"]) {
      const reply = await owner.call("POST", `/${of}/secret/reveal`, {});
      expect(reply.status, reply.text).toBe(200);
      all.push(String(reply.body["secret"]));
    }
  }
  return all;
}

test("on PostgreSQL the key is rotated while no instance runs, every secret stays the same, and the old key decrypts nothing", async () => {
  const postgres = await startPostgres();
  const [old, next] = [newKey(), newKey()];
  const env = { DATABASE_URL: postgres.url, SECRET_KEY: old, NEXTAUTH_SECRET: newKey() };
  const port = await freePort();
  const first = await startServer({ env, port });
  const operator = startOperator(env);
  const running = { ...first, operate: operator.operate };
  const teams = [await newTeam(running), await newTeam(running)];
  const before = await revealed(teams, first.url);
  operator.stop();

  const rejected = await rotate({ ...env, SECRET_KEY_NEXT: next });
  expect(rejected.code).toBe(1);
  expect(rejected.error).toContain("Stop every instance first");
  expect(await first.stop()).toBe(0);

  expect((await rotate(env)).error).toContain("Set SECRET_KEY_NEXT");
  expect((await rotate({ ...env, SECRET_KEY: newKey(), SECRET_KEY_NEXT: next })).error).toContain(
    "SECRET_KEY is not the key that encrypted",
  );
  const same = await rotate({ ...env, SECRET_KEY_NEXT: old.toUpperCase() });
  expect(same).toMatchObject({ code: 1, out: "" });
  expect(same.error).toContain("SECRET_KEY_NEXT is the same key as SECRET_KEY, so nothing was changed");
  const done = await rotate({ ...env, SECRET_KEY_NEXT: next });
  expect(done.code, done.error).toBe(0);
  expect(done.out).toContain("reencrypted: 4");
  for (const secret of [old, next, ...before]) expect(done.out + done.error).not.toContain(secret);
  const again = await rotate({ ...env, SECRET_KEY_NEXT: next });
  expect(again.out).toContain("already");

  expect(await outcomeOf(startServer({ env }))).toContain("SECRET_KEY is not the key");
  const second = await startServer({ env: { ...env, SECRET_KEY: next } });
  expect(await revealed(teams, second.url)).toEqual(before);
  for (const team of teams) {
    const owner = await signIn(second.url, team.workspace, team.owner);
    const { items: entries } = (await owner.call("GET", "/audit?kind=secret.resealed")).body;
    expect(entries).toMatchObject([{ actor: { accountId: null, name: "Command line" }, subject: "Signing secrets", details: {} }]);
  }
  await second.stop();
  await postgres.stop();
});

test("on a folder the new key is stored in the folder, and Beside starts as before", async () => {
  const dataDir = startedFolder();
  const first = await startServer({ dataDir });
  const teams = [await newTeam(first)];
  const before = await revealed(teams, first.url);
  const next = newKey();
  const rejected = await rotate({ DATA_DIR: dataDir, SECRET_KEY_NEXT: next });
  expect(rejected).toMatchObject({ code: 1, out: "" });
  expect(rejected.error).toContain("Stop every instance first");
  expect(await first.stop()).toBe(0);
  const savedSecrets = () =>
    JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as { secretKey: string; sessionSecret: string };
  const { sessionSecret } = savedSecrets();
  const done = await rotate({ DATA_DIR: dataDir, SECRET_KEY_NEXT: next });
  expect(done.code, done.error).toBe(0);
  expect(savedSecrets()).toEqual({ secretKey: next, sessionSecret });
  const second = await startServer({ dataDir });
  expect(await revealed(teams, second.url)).toEqual(before);
  expect(await second.stop()).toBe(0);
});
