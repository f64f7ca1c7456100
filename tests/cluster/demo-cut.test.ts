import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, send, signIn, test } from "../support/fixtures";
import { type Cluster as Postgres, startPostgres } from "../support/postgres";
import { freePort, killOnExit, newFolder, type Running, startServer } from "../support/server";
import { npmRun } from "./command";

test.describe.configure({ mode: "serial", timeout: 120_000 });

type Demo = { workspace: string; apiKey: string; admin: { email: string; password: string }; agent: { email: string; password: string } };

const secrets = { SECRET_KEY: randomBytes(32).toString("hex"), NEXTAUTH_SECRET: randomBytes(32).toString("hex") };
const script = "tests/cluster/demo.mjs";
let postgres: Postgres;
let complete: unknown;

test.beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.query("create database empty");
  expect((await npmRun("migrate", [], { DATABASE_URL: at("empty"), ...secrets })).code).toBe(0);
  const { env, dataDir } = await newInstallation("whole");
  const server = await startServer({ env, dataDir, script });
  complete = await contents("whole");
  await server.stop();
});
test.afterAll(() => postgres.stop());

const at = (database: string) => postgres.url.replace(/\/postgres$/, `/${database}`);

async function newInstallation(database: string) {
  await postgres.query(`create database ${database} template empty`);
  const receiver = `http://127.0.0.1:${await freePort()}`;
  const env = { DEMO: "1", DEMO_RECEIVER: receiver, ACTIONS_ALLOW_ORIGINS: receiver, DATABASE_URL: at(database), ...secrets };
  return { env, dataDir: newFolder() };
}

async function rows(database: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: at(database) });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** What the demo consists of, without its ids, times and secrets. */
const contents = (database: string) =>
  Promise.all(
    [
      "select slug, name, plan, actions_url is not null as address from workspace",
      "select set_up_at is not null as done from installation",
      "select email, role from member join account on account.id = account_id order by 1",
      "select action, label, enabled from action_button order by position",
      "select user_id, name, email, phone, attributes from contact order by 1",
      "select p.name, p.phone, p.visitor_id, k.user_id from person p left join contact k on k.id = p.contact_id order by 2, 3",
      "select event, e.level, properties, k.user_id from event e join contact k on k.id = contact_id order by 1, 4",
      `select p.phone, p.visitor_id, i.seq, i.kind, i.author, i.text, i.data->>'event' as card from chat_item i
       join chat c on c.id = chat_id join person p on p.id = c.person_id order by 1, 2, 3`,
      `select p.phone, p.visitor_id, a.name, c.snoozed_until is not null as snoozed from chat c join person p on p.id = c.person_id
       left join account a on a.id = c.assignee_id order by 1, 2`,
      "select event, reference, count, closed_at is not null as closed from problem order by 1, 2",
      "select name, count(*)::int from api_key group by 1",
    ].map((sql) => rows(database, sql)),
  );

/** Starts the demo on a database whose trigger blocks the nth row of a table, and kills it there. */
async function startAndCut(database: string, { table, nth }: { table: string; nth: number }, env: Record<string, string>, dataDir: string) {
  const holding = new pg.Client({ connectionString: at(database) });
  await holding.connect();
  await holding.query(`
    create function wait_here() returns trigger language plpgsql as $$ begin
      if (select count(*) from ${table}) >= ${nth - 1} then perform pg_advisory_xact_lock(1); end if;
      return new;
    end $$;
    create trigger wait_here before insert on ${table} for each row execute function wait_here();
    select pg_advisory_lock(1)`);
  const waits = async () =>
    (await rows(database, `select from pg_stat_activity where datname = '${database}' and wait_event = 'advisory'`)).length;
  const started = killOnExit(
    spawn(process.execPath, ["--import", "./tests/support/names.mjs", script], {
      env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(await freePort()), DATA_DIR: dataDir, ...env },
      stdio: "ignore",
    }),
  );
  const ended = new Promise((resolve) => started.once("exit", resolve));
  await expect.poll(waits, { timeout: 60_000 }).toBeGreaterThan(0);
  started.kill("SIGKILL");
  await ended;
  await holding.query("select pg_advisory_unlock(1)");
  const others = `select from pg_stat_activity where datname = '${database}' and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await holding.query(others)).rowCount).toBe(0);
  await holding.query(`drop trigger wait_here on ${table}; drop function wait_here()`);
  await holding.end();
  expect(existsSync(join(dataDir, "demo.json"))).toBe(false);
}

async function expectWorking(server: Running, demo: Demo): Promise<void> {
  const headers = { authorization: `Bearer ${demo.apiKey}` };
  expect((await send(`${server.url}/api/v1/contacts/user_8841`, { headers })).status).toBe(200);
  for (const account of [demo.admin, demo.agent]) {
    const session = await signIn(server.url, demo.workspace, account);
    expect((await session.call("GET", "/chats")).body["items"]).toHaveLength(5);
    expect((await session.call("GET", "/chats?view=snoozed")).body["items"]).toHaveLength(1);
  }
}

for (const cut of [
  { table: "action_button", nth: 3 },
  { table: "contact", nth: 4 },
  { table: "event", nth: 3 },
  { table: "chat_item", nth: 7 },
  { table: "api_key", nth: 1 },
]) {
  test(`the next start completes a first start of the demo that was killed at its ${cut.nth}th row of ${cut.table}`, async () => {
    const database = `cut_${cut.table}`;
    const { env, dataDir } = await newInstallation(database);
    await startAndCut(database, cut, env, dataDir);
    expect(await contents(database)).not.toEqual(complete);

    let server = await startServer({ env, dataDir, script });
    expect(await contents(database)).toEqual(complete);
    const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Demo;
    await expectWorking(server, demo);

    // After a complete start the demo is not restored: a deleted contact stays deleted.
    const headers = { authorization: `Bearer ${demo.apiKey}` };
    expect((await send(`${server.url}/api/v1/contacts/user_7702`, { method: "DELETE", headers })).status).toBe(200);
    await server.stop();
    server = await startServer({ env, dataDir, script });
    expect((await send(`${server.url}/api/v1/contacts/user_7702`, { headers })).status).toBe(404);
    await expectWorking(server, demo);
    await server.stop();
  });
}
