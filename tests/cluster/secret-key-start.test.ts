import { randomBytes } from "node:crypto";
import pg from "pg";
import { newKeyCheck } from "@/lib/platform/encryption";
import { expect, newTeam, signIn, test } from "../support/fixtures";
import { type Cluster, startPostgres } from "../support/postgres";
import { type Running, startServer } from "../support/server";
import { npmRun } from "./command";
import { startOperator } from "./operator";

test.describe.configure({ timeout: 180_000 });

const newKey = () => randomBytes(32).toString("hex");
const outcome = (promise: Promise<Running>) =>
  promise.then(
    (running) => running,
    (error: unknown) => String(error),
  );

/** A database on which an instance was started once, and a function that locks the row of the installation. */
async function installed() {
  const postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, SECRET_KEY: newKey(), NEXTAUTH_SECRET: newKey() };
  const first = await startServer({ env });
  await first.stop();
  const locker = new pg.Client({ connectionString: postgres.url });
  await locker.connect();
  const lock = async () => {
    await locker.query("begin");
    await locker.query("select 1 from installation for update");
  };
  return { postgres, env, locker, lock };
}

/** Waits until a session of this name waits for a lock. */
const untilWaiting = (postgres: Cluster, name: string) =>
  expect
    .poll(
      async () =>
        (await postgres.query("select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'", [name])).length,
      { timeout: 30_000, intervals: [50] },
    )
    .toBeGreaterThan(0);

test("an instance that starts during a key rotation waits for its end, and then refuses to start with the old key", async () => {
  const { postgres, env, locker, lock } = await installed();
  await lock();
  await locker.query("update installation set key_check = $1", [newKeyCheck(newKey())]);
  const started = outcome(startServer({ env }));
  await untilWaiting(postgres, "beside");
  await locker.query("commit");
  expect(await started).toContain("SECRET_KEY is not the key that encrypted the secrets");
  await locker.end();
  await postgres.stop();
});

test("the key rotation aborts when an instance connects after the check for instances, and that instance keeps working", async () => {
  const { postgres, env, locker, lock } = await installed();
  await lock();
  const command = npmRun("admin", ["rotate-secret-key"], { ...env, SECRET_KEY_NEXT: newKey() });
  await untilWaiting(postgres, "beside-secret-key");
  const started = startServer({ env });
  await untilWaiting(postgres, "beside");
  await locker.query("commit");
  const { code, error } = await command;
  expect(error).toContain("Beside is running on this database");
  expect(code).toBe(1);
  const server = await started;
  const operator = startOperator(env);
  const team = await newTeam({ ...server, operate: operator.operate });
  const owner = await signIn(server.url, team.workspace, team.owner);
  expect((await owner.call("POST", "/actions/secret/reveal", {})).status).toBe(200);
  operator.stop();
  await server.stop();
  await locker.end();
  await postgres.stop();
});

test("an instance with an outdated key writes no secret", async () => {
  const { postgres, env, locker } = await installed();
  const server = await startServer({ env });
  const operator = startOperator(env);
  const running = { ...server, operate: operator.operate };
  const team = await newTeam(running);
  const owner = await signIn(server.url, team.workspace, team.owner);
  const encrypted = () => postgres.query("select id, sealed from signing_secret order by id");
  const before = await encrypted();
  await locker.query("update installation set key_check = $1", [newKeyCheck(newKey())]);
  const rejected = await owner.call("POST", "/actions/secret/rotate", {});
  expect(rejected).toMatchObject({
    status: 503,
    body: { error: { message: expect.stringContaining("key of this installation was changed") } },
  });
  await expect(newTeam(running)).rejects.toThrow(/key of this installation was changed/);
  expect(await encrypted()).toEqual(before);
  operator.stop();
  await server.stop();
  await locker.end();
  await postgres.stop();
});
