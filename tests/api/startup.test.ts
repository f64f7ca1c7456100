import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Embedded } from "@/lib/platform/db/embedded";
import { expect, newTeam, test } from "../support/fixtures";
import { newFolder, startServer } from "../support/server";

/** What a process says that stops before it is ready; its exit code stands in front. */
async function stopped(options: Parameters<typeof startServer>[0]): Promise<string> {
  const started = await startServer(options).catch((error: Error) => error);
  if (started instanceof Error) return started.message;
  await started.stop();
  throw new Error("The server started.");
}

test("a second process on the same folder stops with a sentence, and the first goes on", { tag: "@embedded" }, async () => {
  const first = await startServer();
  const said = await stopped({ dataDir: first.dataDir });
  expect(said).toMatch(/^The server ended with 1:\n/);
  expect(said).toContain(
    `The data folder ${first.dataDir} is in use by another Beside (process ${first.pid} on port ${new URL(first.url).port}). Stop that one first, or choose another folder with DATA_DIR.`,
  );
  expect(said).not.toMatch(/\n\s+at /);
  expect(said).not.toContain("Beside is ready");
  const team = await newTeam(first);
  expect((await team.api("PUT", "/contacts/user_1", { body: {} })).status).toBe(200);
  expect(await first.stop()).toBe(0);
});

test("of two processes that start on one folder at once, one runs and one stops", { tag: "@embedded" }, async () => {
  const dataDir = newFolder();
  const started = await Promise.allSettled([startServer({ dataDir }), startServer({ dataDir })]);
  const running = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const refused = started.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(running).toHaveLength(1);
  expect(refused[0]).toContain("ended with 1");
  expect(refused[0]).toContain("another Beside");
  for (const server of running) {
    await newTeam(server);
    expect(await server.stop()).toBe(0);
  }
});

test("the folder is free again after a stop and after a kill", { tag: "@embedded" }, async () => {
  const first = await startServer();
  expect(await first.stop()).toBe(0);
  expect(existsSync(`${first.dataDir}/lock.json`)).toBe(false);
  const second = await startServer({ dataDir: first.dataDir });
  await second.kill();
  expect(existsSync(`${first.dataDir}/lock.json`)).toBe(true);
  const third = await startServer({ dataDir: first.dataDir });
  expect(await third.stop()).toBe(0);
});

test("a SECRET_KEY that is not the one that sealed the secrets stops the start with a sentence, and harms nothing", {
  tag: "@embedded",
}, async () => {
  const first = await startServer();
  const team = await newTeam(first);
  await first.stop();
  const said = await stopped({ dataDir: first.dataDir, env: { SECRET_KEY: "0".repeat(64) } });
  expect(said).toMatch(/^The server ended with 1:\n/);
  expect(said).toContain("SECRET_KEY is not the key that sealed the secrets in this database. Start with the one that was used before.");
  expect(said).not.toMatch(/\n\s+at /);

  const again = await startServer({ dataDir: first.dataDir });
  expect((await again.operate("list-workspaces", {}))["workspaces"]).toMatchObject([{ slug: team.workspace }]);
  await again.stop();
});

test("secrets that are given are used, and none are written into the folder", { tag: "@embedded" }, async () => {
  const env = { SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(32) };
  const first = await startServer({ env });
  await newTeam(first);
  await first.stop();
  expect(readdirSync(first.dataDir)).not.toContain("secrets.json");
  const again = await startServer({ env, dataDir: first.dataDir });
  expect(await again.stop()).toBe(0);
});

test("a variable that is wrong stops the start with a sentence", { tag: "@embedded" }, async () => {
  const said = await stopped({ env: { PORT: "http" } });
  expect(said).toMatch(/^The server ended with 1:\n/);
  expect(said).toContain("The environment is not valid:");
  expect(said).toContain("must be a port number");
  expect(said).toContain("PORT");
  expect(said).not.toMatch(/\n\s+at /);
});

test("every problem of the environment is listed at once", { tag: "@embedded" }, async () => {
  const env = {
    DATABASE_URL: "mysql://localhost/beside",
    SECRET_KEY: "short",
    NEXTAUTH_SECRET: "short",
    ACTIONS_ALLOW_ORIGINS: "nonsense",
    TRUSTED_PROXIES: "-1",
    DEMO: "yes",
  };
  const dataDir = newFolder();
  const said = await stopped({ env, dataDir });
  for (const name of Object.keys(env)) expect(said).toContain(name);
  for (const value of ["mysql://localhost", "nonsense"]) expect(said).not.toContain(value);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("two ways to a Redis at once stop the start, and neither is said", { tag: "@embedded" }, async () => {
  const env = {
    REDIS_URL: "redis://:pa55word@127.0.0.1:6379",
    UPSTASH_REDIS_REST_URL: "https://example.upstash.io",
    UPSTASH_REDIS_REST_TOKEN: "t0ken",
  };
  const said = await stopped({ env });
  expect(said).toContain("set REDIS_URL, or UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, not both");
  for (const secret of ["pa55word", "t0ken"]) expect(said).not.toContain(secret);
});

test("with DATABASE_URL a missing secret stops the start, before anything is connected", { tag: "@embedded" }, async () => {
  const said = await stopped({ env: { DATABASE_URL: "postgresql://127.0.0.1:1/beside", SECRET_KEY: "a".repeat(64) } });
  expect(said).toContain("with DATABASE_URL, set NEXTAUTH_SECRET too");
});

test("a variable that is set to nothing counts as not set", { tag: "@embedded" }, async () => {
  const server = await startServer({
    env: { SECRET_KEY: "", NEXTAUTH_SECRET: "", ACTIONS_ALLOW_ORIGINS: "", TRUSTED_PROXIES: "", DEMO: "" },
  });
  expect(await server.stop()).toBe(0);
});

test("a start warns of migrations that differ from its own, and goes on", { tag: "@embedded" }, async () => {
  const first = await startServer();
  await first.stop();
  const embedded = await Embedded.open(first.dataDir);
  await embedded.query(`
    update _prisma_migrations set checksum = 'another' where migration_name like '%_first';
    insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'y', '20990101000000_newer', now())`);
  await embedded.close();
  const again = await startServer({ dataDir: first.dataDir });
  await expect.poll(again.output).toMatch(/_first"\],"msg":"these migrations were applied from other files than this version has/);
  await expect.poll(again.output).toMatch(/"20990101000000_newer"\],"msg":"the database has migrations that this version does not know/);
  expect((await fetch(`${again.url}/api/ready`)).status).toBe(200);
  expect(await again.stop()).toBe(0);
});

test("a migration that fails stops the start with a sentence, and harms nothing", { tag: "@embedded" }, async () => {
  const first = await startServer();
  await first.stop();
  const change = async (sql: string) => {
    const embedded = await Embedded.open(first.dataDir);
    await embedded.query(sql);
    await embedded.close();
  };
  // The newest migration is missing in the history and there in the tables.
  await change("create table kept_row as select * from _prisma_migrations where migration_name like '%_key_overlap'");
  await change("delete from _prisma_migrations where migration_name like '%_key_overlap'");
  const said = await stopped({ dataDir: first.dataDir });
  expect(said).toMatch(/The migration \d+_key_overlap failed, and nothing of it was kept: column "ends_at" .* already exists/);
  expect(said).not.toMatch(/\n\s+at /);
  await change("insert into _prisma_migrations select * from kept_row");
  const again = await startServer({ dataDir: first.dataDir });
  expect(await again.stop()).toBe(0);
});

test("a process whose folder was taken by another ends, and leaves the folder to it", { tag: "@embedded" }, async () => {
  const server = await startServer();
  const file = join(server.dataDir, "lock.json");
  const taken = JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), host: "another-host", token: "another" });
  writeFileSync(file, taken);
  await expect.poll(server.output, { timeout: 10_000 }).toContain("Another Beside has taken the data folder");
  expect(await server.stop()).toBe(1);
  expect(readFileSync(file, "utf8")).toBe(taken);
});
