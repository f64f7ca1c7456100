import { execFileSync } from "node:child_process";
import { chmodSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, send, test } from "../support/fixtures";
import { startPostgres } from "../support/postgres";
import { newFolder } from "../support/server";
import { startCluster } from "./cluster";
import { Ledger } from "./ledger";

/** PostgreSQL with its data on a small disk of its own; mounting it requires root. */
async function postgresOn(disk: string) {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=300m", "tmpfs", disk]);
  chmodSync(disk, 0o755);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = disk;
  try {
    return await startPostgres();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}

test("while the disk of PostgreSQL is full callers get 503, and with space again everything works and nothing is lost", async () => {
  test.setTimeout(180_000);
  const disk = newFolder();
  const postgres = await postgresOn(disk);
  const cluster = await startCluster({ count: 2, postgres });
  const urls = cluster.instances.map(({ running }) => running.url);
  const pids = cluster.instances.map(({ running }) => running.pid);
  try {
    const teams = await Promise.all(Array.from({ length: 6 }, () => newTeam(cluster.running)));
    const ledger = await Ledger.begin(urls, teams, 40);
    await pause(1_500);
    const { bavail, bsize } = statfsSync(disk);
    const something = join(disk, "something-else");
    try {
      writeFileSync(something, Buffer.alloc(bavail * bsize));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
    const full = Date.now();
    // The log has room left in its last segments; then PostgreSQL gives up, and cannot start before there is space.
    await expect.poll(() => ledger.statuses(full)[503] ?? 0, { timeout: 60_000 }).toBeGreaterThan(5);
    for (const url of urls) expect((await send(`${url}/api/health`)).status).toBe(200);
    rmSync(something);
    const isUp = await postgres.query("select 1").then(
      () => true,
      () => false,
    );
    if (!isUp) await postgres.resume();
    const back = Date.now();
    await expect
      .poll(() => ledger.heard.filter(({ at, status }) => at > back && status === 201).length, { timeout: 30_000 })
      .toBeGreaterThan(20);
    await ledger.end();
    ledger.expectOnlyWaits();
    expect(cluster.instances.map(({ running }) => running.pid)).toEqual(pids);
    await ledger.expectStored(postgres.query);
  } finally {
    await cluster.stop();
    await postgres.stop();
    execFileSync("umount", ["-l", disk]);
  }
});
