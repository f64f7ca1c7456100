import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Embedded } from "@/lib/platform/db/embedded";
import { isUnavailable } from "@/lib/platform/db/errors";
import { expect, newTeam, test } from "../support/fixtures";
import type { Query } from "../support/postgres";
import { newFolder, startServer } from "../support/server";
import { Ledger } from "./ledger";

test.describe.configure({ timeout: 120_000 });

const mounted: string[] = [];
test.afterEach(() => {
  for (const folder of mounted.splice(0)) execFileSync("umount", ["-l", folder]);
});

/** A separate small disk; mounting it requires root. */
function newDisk(megabytes: number): string {
  const folder = newFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs", folder]);
  mounted.push(folder);
  return folder;
}

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Fills the disk but for `left` bytes; a write of the product meanwhile may take some of them. */
function fill(folder: string, left: number): void {
  try {
    writeFileSync(join(folder, "something-else"), Buffer.alloc(freeBytes(folder) - left));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
const makeSpace = (folder: string) => rmSync(join(folder, "something-else"));

test("on a full disk writes get 503 and reads work; with space again everything works without a restart, and nothing is lost", async () => {
  const dataDir = newDisk(240);
  const server = await startServer({ dataDir, env: { DEMO: "1", TRUSTED_PROXIES: "1" } });
  const teams = await Promise.all(Array.from({ length: 6 }, () => newTeam(server)));
  const ledger = await Ledger.begin([server.url], teams, 100);
  await pause(1_500);
  fill(dataDir, 4_096);
  const full = Date.now();
  await pause(4_000);
  expect(await teams[0]?.api("GET", "/contacts/user_447911000001")).toMatchObject({ status: 200 });
  // Ready, because no other instance could serve the reads.
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
  makeSpace(dataDir);
  const back = Date.now();
  await expect.poll(() => ledger.heard.filter(({ at, status }) => at > back && status === 201).length).toBeGreaterThan(20);
  await ledger.end();

  ledger.expectOnlyWaits();
  expect(ledger.statuses(full)[503]).toBeGreaterThan(5);
  expect(ledger.heard.find(({ status }) => status === 503)?.text).toMatch(/disk .* is full/);
  expect(await server.stop()).toBe(0);

  const embedded = await Embedded.open(dataDir);
  const query: Query = async <Row>(sql: string, values?: unknown[]) => (await embedded.query<Row>(sql, values)).rows;
  await ledger.expectStored(query);
  await embedded.close();
});

test("a key used for the first time on a full disk works, and so do all others", async () => {
  const dataDir = newDisk(240);
  const server = await startServer({ dataDir, env: { DEMO: "1", TRUSTED_PROXIES: "1" } });
  const teams = [await newTeam(server), await newTeam(server)];
  fill(dataDir, 4_096);
  const calls = () => Promise.all(teams.map(async (team) => (await team.api("GET", "/contacts/nobody")).status));
  expect(await calls()).toEqual([404, 404]);
  // By then the write of their last use has failed.
  await expect.poll(() => server.output()).toContain("last use of keys cannot be written");
  expect(await calls()).toEqual([404, 404]);
  makeSpace(dataDir);
  expect(await server.stop()).toBe(0);
});

test("a start on a full disk stops with a message, and damages nothing", async () => {
  const dataDir = newDisk(240);
  const first = await startServer({ dataDir });
  await first.stop();
  fill(dataDir, 1_048_576);
  const started = await startServer({ dataDir }).catch((error: Error) => error.message);
  expect(started).toMatch(/The disk of .+ is full. Beside needs 48 MB free to start./);
  makeSpace(dataDir);
  const again = await startServer({ dataDir });
  expect(await again.stop()).toBe(0);
});

test("a database that panics because its log cannot grow is reopened with every confirmed write", async () => {
  const folder = newDisk(160);
  const embedded = await Embedded.open(folder, 0);
  await embedded.query("create table counted (id int primary key, n int, filling text)");
  await embedded.query("insert into counted select i, 0, '' from generate_series(1, 100) i");
  fill(folder, 6 * 1_048_576);
  let confirmed = 0;
  let failed: unknown;
  const write = async (n: number) => {
    await embedded.query("update counted set n = $1, filling = $2 where id = $3", [n, String(n).repeat(300), (n % 100) + 1]);
    confirmed = Math.max(confirmed, n);
  };
  for (let n = 1; !failed && n < 60_000; n += 8) {
    const batch = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => write(n + index)));
    failed = batch.find((one) => one.status === "rejected")?.reason;
  }
  expect(String(failed)).toMatch(/Connection terminated/);
  expect(isUnavailable(failed)).toBe(true);
  makeSpace(folder);
  await expect
    .poll(
      () =>
        embedded.query("select 1").then(
          ({ rows }) => rows.length,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(1);
  const { rows } = await embedded.query<{ n: number }>("select max(n) as n from counted");
  expect(rows[0]?.n).toBeGreaterThanOrEqual(confirmed);
  await write(100_000);
  await embedded.close();
});
