import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { folderWith, isBusy, killable, killDatabase, killedInEvent, slow } from "../../support/broken-events";
import { dumpOf } from "../../support/dump";
import { expect, newTeam, type Reply, send, type Team, test } from "../../support/fixtures";
import { freePort, startServer } from "../../support/server";

const post = (team: Team, event: string, reference = event.replace(" ", "-")): Promise<Reply> =>
  team.api("POST", "/events", { headers: { "idempotency-key": reference }, body: { event, userId: "user_1", properties: { reference } } });

test("answers requests that need no database while a long statement runs", { tag: ["@embedded", "@slow"] }, async () => {
  const server = await startServer({ dataDir: await folderWith(slow), isLasting: true });
  const team = await newTeam(server);
  let isDone = false;
  const posted = post(team, "Slow").finally(() => {
    isDone = true;
  });
  await expect.poll(() => isBusy(server)).toBe(true);
  let responded = 0;
  while (!isDone) {
    // A new connection each time: a blocked event loop delays accepting those.
    const { status } = await send(`${server.url}/api/health`, { headers: { connection: "close" } });
    if (!isDone && status === 200) responded += 1;
  }
  expect(responded).toBeGreaterThan(20);
  expect((await posted).status).toBe(201);
  expect(await server.stop()).toBe(0);
});

test("opens the log of the running database with synchronous writes", { tag: "@embedded" }, async () => {
  const names = ["fsync", "full_page_writes", "synchronous_commit", "wal_sync_method"];
  const seen = `insert into seen select name, setting from pg_settings where name in ('${names.join("', '")}');`;
  const dataDir = await folderWith(seen, "create table seen (name text, setting text)");
  const server = await startServer({ dataDir });
  expect((await post(await newTeam(server), "Order placed")).status).toBe(201);

  const links = `/proc/${server.pid}/fd`;
  const logs = readdirSync(links).filter((fd) => readlinkSync(join(links, fd)).startsWith(join(dataDir, "pg/pg_wal/")));
  expect(logs.length).toBeGreaterThan(0);
  const synchronous = 0o10_000;
  for (const fd of logs) {
    const flags = Number.parseInt(/^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/${server.pid}/fdinfo/${fd}`, "utf8"))?.[1] ?? "", 8);
    expect(flags & synchronous, `flags ${flags.toString(8)}`).toBe(synchronous);
  }

  expect(await server.stop()).toBe(0);
  const settings = (await dumpOf(dataDir)).get("seen") ?? [];
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    wal_sync_method: "open_datasync",
  });
});

test("responds with 503 when the database's thread dies, reopens it and keeps every acknowledged event", {
  tag: ["@embedded", "@slow"],
}, async () => {
  const dataDir = await folderWith(slow);
  const server = await startServer({ dataDir, nodeArgs: killable });
  const team = await newTeam(server);

  expect(await killedInEvent(server, (event) => post(team, event))).toMatchObject({
    status: 503,
    body: { error: { code: "unavailable" } },
  });

  const acknowledged: string[] = [];
  const unknown: string[] = [];
  let isOver = false;
  const write = async (writer: number) => {
    for (let count = 0; !isOver; count += 1) {
      const reference = `${writer}-${count}`;
      const { status, text } = await post(team, "Order placed", reference);
      expect([201, 503], text).toContain(status);
      (status === 201 ? acknowledged : unknown).push(reference);
    }
  };
  const writing = Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
  for (let round = 0; round < 3; round += 1) {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 30_000, intervals: [5] }).toBeGreaterThan(before + 40);
    killDatabase(server);
  }
  await expect.poll(() => unknown.length, { timeout: 30_000 }).toBeGreaterThan(0);
  isOver = true;
  await writing;
  // The database may still be reopening after the last of the three kills.
  for (const reference of unknown) {
    await expect.poll(async () => (await post(team, "Order placed", reference)).status, { timeout: 30_000 }).toBe(201);
  }

  expect(await server.stop()).toBe(0);
  const events = (await dumpOf(dataDir)).get("event") ?? [];
  const found = events.map(({ idempotency_key }) => String(idempotency_key));
  expect(found.sort()).toEqual([...acknowledged, ...unknown].sort());
});

/** The state in pg_control, after the identifier and two versions. */
const stateOf = (dataDir: string) => readFileSync(join(dataDir, "pg/global/pg_control")).readInt32LE(16);
const [shutDown, inProduction] = [1, 6];

test("closes the database at SIGTERM and does not wait for an endless statement", { tag: ["@embedded", "@slow"] }, async () => {
  const dataDir = await folderWith("if new.event = 'Endless' then loop n := (n + 1) % 10; end loop; end if;");
  const port = await freePort();
  const first = await startServer({ dataDir, port });
  const team = await newTeam(first);
  expect((await post(team, "Order placed")).status).toBe(201);
  expect(stateOf(dataDir)).toBe(inProduction);
  expect(await first.stop()).toBe(0);
  expect(stateOf(dataDir)).toBe(shutDown);

  const second = await startServer({ dataDir, port });
  const posted = post(team, "Endless").catch(() => undefined);
  await expect.poll(() => isBusy(second)).toBe(true);
  expect(await second.stop()).toBe(0);
  await posted;
  expect((await dumpOf(dataDir)).get("event")).toMatchObject([{ event: "Order placed" }]);
});
