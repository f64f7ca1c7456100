import { randomBytes } from "node:crypto";
import { connect, createServer } from "node:net";
import { test } from "@playwright/test";
import pg from "pg";
import { connectionStringWith } from "@/lib/platform/db/connection-string";
import { expect } from "../support/expect";
import { startPostgres, startStandby } from "../support/postgres";
import { freePort, startServer } from "../support/server";

type Startup = Record<string, string>;

/** The parameters of a connection, in its first message: two numbers, then names and values that end with a zero byte each. */
function startupIn(message: Buffer): Startup {
  const texts = message.subarray(8).toString().split("\0");
  return Object.fromEntries(texts.flatMap((name, at) => (at % 2 === 0 && name ? [[name, texts[at + 1] ?? ""]] : [])));
}

/** Passes everything on to a PostgreSQL server, and records how each connection begins. */
async function startRecorder(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const startups: Startup[] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.once("data", (chunk) => startups.push(startupIn(chunk)));
    near.pipe(far).pipe(near);
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) socket.on("error", () => other.destroy());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.port = String(port);
  return { url: url.href, startups, close: () => server.close() };
}

async function settingOf(connectionString: string, name: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(`show ${name}`)).rows[0]?.[name];
  } finally {
    await client.end();
  }
}

test("every connection of an instance has PostgreSQL's compiler switched off, also those to the replica and of the migrations", async () => {
  const postgres = await startPostgres();
  const standby = await startStandby(postgres);
  const [main, replica] = [await startRecorder(postgres.url), await startRecorder(standby.url)];
  const secret = () => randomBytes(32).toString("hex");
  const env = { DATABASE_URL: main.url, DATABASE_REPLICA_URL: replica.url, SECRET_KEY: secret(), NEXTAUTH_SECRET: secret(), DEMO: "1" };
  const server = await startServer({ env });
  try {
    await expect.poll(() => replica.startups.length).toBeGreaterThan(0);
    const names = new Set([...main.startups, ...replica.startups].map(({ application_name: name }) => name));
    expect([...names].sort()).toEqual(expect.arrayContaining(["beside", "beside-replica", "beside-start"]));
    for (const { application_name: name, options = "" } of [...main.startups, ...replica.startups])
      expect(options, name).toContain("-c jit=off");
  } finally {
    await server.stop();
    for (const { close } of [main, replica]) close();
    await standby.stop();
    await postgres.stop();
  }
});

test("settings in an address stay, and ours hold in the running connection", async () => {
  const postgres = await startPostgres({ settings: { jit: "on" } });
  try {
    expect(await settingOf(postgres.url, "jit")).toBe("on");
    expect(await settingOf(connectionStringWith(postgres.url), "jit")).toBe("off");
    const address = `${postgres.url}?options=${encodeURIComponent("-c work_mem=8MB -c jit=on")}&connect_timeout=5`;
    const both = connectionStringWith(address, { default_transaction_read_only: "on" });
    expect(await settingOf(both, "work_mem")).toBe("8MB");
    expect(await settingOf(both, "jit")).toBe("off");
    expect(await settingOf(both, "default_transaction_read_only")).toBe("on");
  } finally {
    await postgres.stop();
  }
});
