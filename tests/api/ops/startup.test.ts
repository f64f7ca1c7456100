import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Embedded } from "@/lib/platform/db/embedded";
import { expect, newTeam, test } from "../../support/fixtures";
import { newFolder, startServer } from "../../support/server";

/** The output of a process that stops before it is ready; it begins with the exit code. */
async function stopped(options: Parameters<typeof startServer>[0]): Promise<string> {
  const started = await startServer(options).catch((error: Error) => error);
  if (started instanceof Error) return started.message;
  await started.stop();
  throw new Error("The server started.");
}

test("stops a second process on the same folder with an explanation and keeps the first running", { tag: "@embedded" }, async () => {
  const first = await startServer();
  const output = await stopped({ dataDir: first.dataDir });
  expect(output).toMatch(/^The server ended with 1:\n/);
  expect(output).toContain(
    `The data folder ${first.dataDir} is in use by another Beside (process ${first.pid} on port ${new URL(first.url).port}). Stop that one first, or choose another folder with DATA_DIR.`,
  );
  expect(output).not.toMatch(/\n\s+at /);
  expect(output).not.toContain("Beside is ready");
  // What a dependency warns of goes with its next major version.
  expect(first.output()).not.toMatch(/DeprecationWarning/);
  const team = await newTeam(first);
  expect((await team.api("PUT", "/contacts/user_1", { body: {} })).status).toBe(200);
  expect(await first.stop()).toBe(0);
});

test("runs one of two processes that start on one folder at once and stops the other", { tag: ["@embedded", "@slow"] }, async () => {
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

test("frees the folder after a stop and after a kill", { tag: ["@embedded", "@slow"] }, async () => {
  const first = await startServer();
  expect(await first.stop()).toBe(0);
  expect(existsSync(`${first.dataDir}/lock.json`)).toBe(false);
  const second = await startServer({ dataDir: first.dataDir });
  await second.kill();
  expect(existsSync(`${first.dataDir}/lock.json`)).toBe(true);
  const third = await startServer({ dataDir: first.dataDir });
  expect(await third.stop()).toBe(0);
});

test("stops the start when SECRET_KEY does not match the database, and changes nothing", {
  tag: ["@embedded", "@slow"],
}, async () => {
  const first = await startServer();
  const team = await newTeam(first);
  await first.stop();
  const output = await stopped({ dataDir: first.dataDir, env: { SECRET_KEY: "0".repeat(64) } });
  expect(output).toMatch(/^The server ended with 1:\n/);
  expect(output).toContain(
    "SECRET_KEY is not the key that encrypted the secrets in this database. Start with the one that was used before.",
  );
  expect(output).not.toMatch(/\n\s+at /);

  const again = await startServer({ dataDir: first.dataDir });
  expect((await again.operate("list-workspaces", {}))["workspaces"]).toMatchObject([{ slug: team.workspace }]);
  await again.stop();
});

test("uses secrets from the environment, creates the folder, and writes no secret into it", { tag: ["@embedded", "@slow"] }, async () => {
  const env = { SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(32) };
  const first = await startServer({ env, dataDir: join(newFolder(), "not", "there", "yet") });
  await newTeam(first);
  await first.stop();
  expect(readdirSync(first.dataDir)).not.toContain("secrets.json");
  const again = await startServer({ env, dataDir: first.dataDir });
  expect(await again.stop()).toBe(0);
});

test("stops the start with an explanation when a variable is invalid", { tag: "@embedded" }, async () => {
  const output = await stopped({ env: { PORT: "http" } });
  expect(output).toMatch(/^The server ended with 1:\n/);
  expect(output).toContain("The environment is not valid:");
  expect(output).toContain("must be a port number");
  expect(output).toContain("PORT");
  expect(output).not.toMatch(/\n\s+at /);
});

test("lists every problem of the environment at once", { tag: "@embedded" }, async () => {
  const env = {
    DATABASE_URL: "mysql://localhost/beside",
    SECRET_KEY: "short",
    NEXTAUTH_SECRET: "short",
    ACTIONS_ALLOW_ORIGINS: "nonsense",
    TRUSTED_PROXIES: "-1",
    DEMO: "yes",
  };
  const dataDir = newFolder();
  const output = await stopped({ env, dataDir });
  for (const name of Object.keys(env)) expect(output).toContain(name);
  for (const value of ["mysql://localhost", "nonsense"]) expect(output).not.toContain(value);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("stops the start with an explanation when the folder cannot be created", { tag: "@embedded" }, async () => {
  const file = join(newFolder(), "a-file");
  writeFileSync(file, "");
  const dataDir = join(file, "data");
  const output = await stopped({ env: { SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(32) }, dataDir });
  expect(output).toContain(`The data folder ${dataDir} cannot be created or written (ENOTDIR). Give it to the user that runs Beside`);
  expect(output).not.toMatch(/\n\s+at /);
});

test("stops the start when two kinds of Redis are configured, without printing their secrets", { tag: "@embedded" }, async () => {
  const env = {
    REDIS_URL: "redis://:pa55word@127.0.0.1:6379",
    UPSTASH_REDIS_REST_URL: "https://example.upstash.io",
    UPSTASH_REDIS_REST_TOKEN: "t0ken",
  };
  const output = await stopped({ env });
  expect(output).toContain("set REDIS_URL, or UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, not both");
  for (const secret of ["pa55word", "t0ken"]) expect(output).not.toContain(secret);
});

test("stops the start before it connects when a secret is missing with DATABASE_URL", { tag: "@embedded" }, async () => {
  const output = await stopped({ env: { DATABASE_URL: "postgresql://127.0.0.1:1/beside", SECRET_KEY: "a".repeat(64) } });
  expect(output).toContain("with DATABASE_URL, set NEXTAUTH_SECRET too");
});

test("treats an empty variable as not set", { tag: ["@embedded", "@slow"] }, async () => {
  const server = await startServer({
    env: { SECRET_KEY: "", NEXTAUTH_SECRET: "", ACTIONS_ALLOW_ORIGINS: "", TRUSTED_PROXIES: "", DEMO: "" },
  });
  expect(await server.stop()).toBe(0);
});

test("warns of migrations that differ from its own and starts", { tag: ["@embedded", "@slow"] }, async () => {
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

test("stops the start with an explanation when a migration fails, and changes nothing", { tag: ["@embedded", "@slow"] }, async () => {
  const first = await startServer();
  await first.stop();
  const change = async (sql: string) => {
    const embedded = await Embedded.open(first.dataDir);
    await embedded.query(sql);
    await embedded.close();
  };
  // The newest migration is missing in the history, but its tables are there.
  await change("create table kept_row as select * from _prisma_migrations where migration_name like '%_key_overlap'");
  await change("delete from _prisma_migrations where migration_name like '%_key_overlap'");
  const output = await stopped({ dataDir: first.dataDir });
  expect(output).toMatch(/The migration \d+_key_overlap failed, and nothing of it was kept: column "ends_at" .* already exists/);
  expect(output).not.toMatch(/\n\s+at /);
  await change("insert into _prisma_migrations select * from kept_row");
  const again = await startServer({ dataDir: first.dataDir });
  expect(await again.stop()).toBe(0);
});

test("ends a process whose folder was taken over and leaves the folder to the other", { tag: ["@embedded", "@slow"] }, async () => {
  const server = await startServer();
  const file = join(server.dataDir, "lock.json");
  const taken = JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), host: "another-host", token: "another" });
  writeFileSync(file, taken);
  await expect.poll(server.output, { timeout: 10_000 }).toContain("Another Beside has taken the data folder");
  expect(await server.stop()).toBe(1);
  expect(readFileSync(file, "utf8")).toBe(taken);
});
