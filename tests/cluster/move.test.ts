import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import pg from "pg";
import { Embedded } from "@/lib/platform/db/embedded";
import { expect, type SignedIn, send, signIn, test } from "../support/fixtures";
import { type Cluster as Postgres, startPostgres } from "../support/postgres";
import { freePort, newFolder, type Running, startServer } from "../support/server";
import { npmRun, startMove } from "./command";

test.describe.configure({ mode: "serial", timeout: 180_000 });

type Demo = { workspace: string; apiKey: string; admin: { email: string; password: string }; receiver: { url: string } };

const folder = newFolder();
let port: number;
let postgres: Postgres;
let demo: Demo;
let before: Seen;

const startDemo = (env: Record<string, string> = {}): Promise<Running> => {
  const receiver = `http://127.0.0.1:${port}`;
  return startServer({
    dataDir: folder,
    env: { DEMO: "1", DEMO_RECEIVER: receiver, ACTIONS_ALLOW_ORIGINS: receiver, ...env },
    script: "tests/cluster/demo.mjs",
  });
};

test.beforeAll(async ({ signedIn }) => {
  [port, postgres] = await Promise.all([freePort(), startPostgres()]);
  const server = await startDemo();
  demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as Demo;
  const owner = await signIn(server.url, demo.workspace, demo.admin);
  const chats = (await owner.call("GET", "/chats")).body["items"] as { id: string; lastSeq: number }[];
  // Edge cases of JSON and text, in addition to the data of the demo.
  const odd = {
    name: 'Zoë "the comma, (and) brace{}" \\ \\N',
    attributes: { text: "tab\tline\nend \\", big: 2 ** 53 - 1, small: 1e-7, yes: true },
  };
  const put = await send(`${server.url}/api/v1/contacts/odd%2F1`, {
    method: "PUT",
    headers: { authorization: `Bearer ${demo.apiKey}` },
    body: odd,
  });
  expect(put.status).toBe(200);
  // Opening a chat marks it as read only some time later.
  for (const { id, lastSeq } of chats) expect((await owner.call("POST", `/chats/${id}/read`, { seq: lastSeq })).status).toBe(200);
  before = await seen(
    signedIn,
    server,
    chats.map(({ id }) => id),
  );
  expect(await server.stop()).toBe(0);
  const embedded = await Embedded.open(folder);
  // SQL null and JSON null differ; the product writes the first, and a database may hold both.
  await embedded.query("update chat_item set data = 'null'::jsonb where ctid in (select ctid from chat_item where data is null limit 1)");
  await embedded.close();
});
test.afterAll(() => postgres.stop());

type Seen = { chatIds: string[]; texts: string[] };

const deskAt = ({ url }: Running) => ({ url, workspace: demo.workspace, owner: demo.admin });

/** The texts that an admin sees: three chats with the list and the panel, and the settings. */
async function seen(signedIn: SignedIn, server: Running, chatIds: string[]): Promise<Seen> {
  const page = await signedIn(deskAt(server));
  const paths = [...chatIds.slice(0, 3).map((id) => `/chats/${id}`), "/settings/actions", "/settings/members", "/settings/developers"];
  const texts: string[] = [];
  for (const path of paths) {
    await page.goto(`/${demo.workspace}${path}`);
    // The page checks the demo's receiver after it has opened, which takes some time.
    if (path === "/settings/actions") await expect(page.locator("#address-verdict")).toContainText("Reachable.");
    texts.push(await steadyText(page));
  }
  await page.context().close();
  return { chatIds, texts };
}

/** The text of a page that has stopped changing, without relative times and without the address of this server. */
async function steadyText(page: Page): Promise<string> {
  const read = async () =>
    (await page.locator("body").ariaSnapshot())
      .replaceAll(/127\.0\.0\.1:\d+|localhost:\d+/g, "HERE")
      .replaceAll(/\b(just now|now|\d+\s?(s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)( ago)?)\b/gi, "AGO");
  let last = "";
  await expect
    .poll(
      async () => {
        const [text, previous] = [await read(), last];
        last = text;
        return text === previous && text.length > 200;
      },
      { intervals: [400] },
    )
    .toBe(true);
  return last;
}

type Rows = Map<string, string[]>;

// What the search indexes is not moved, but indexed again.
const tablesStatement = `select tablename::text as name from pg_tables
  where schemaname = 'public' and tablename <> '_prisma_migrations' and tablename not like 'search\\_%' order by 1`;
const rowsOf = (name: string) => `select to_jsonb(t)::text || ' ' || t::text as row from "${name}" t order by 1`;

/** Every row of every table, read by this test independently of the product's own comparison. */
async function everyRow(query: (sql: string) => Promise<Record<string, string>[]>): Promise<Rows> {
  const rows: Rows = new Map();
  for (const { name = "" } of await query(tablesStatement))
    rows.set(
      name,
      (await query(rowsOf(name))).map(({ row = "" }) => row),
    );
  return rows;
}

async function folderRows(): Promise<Rows> {
  const embedded = await Embedded.open(folder);
  try {
    return await everyRow(async (sql) => (await embedded.query<Record<string, string>>(sql)).rows);
  } finally {
    await embedded.close();
  }
}

async function postgresRows(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    return await everyRow(async (sql) => (await client.query<Record<string, string>>(sql)).rows);
  } finally {
    await client.end();
  }
}

async function database(name: string): Promise<string> {
  await postgres.query(`create database "${name}" encoding 'UTF8' template template0`);
  return postgres.url.replace(/\/postgres$/, `/${name}`);
}

const move = (to: string, ...more: string[]) => npmRun("move", ["--from", folder, "--to", to, ...more]);

test("refuses to move a folder that Beside runs on, or one without data", async () => {
  const to = await database("running");
  const server = await startDemo();
  const ran = await move(to);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.error).toContain(`Beside is running on ${folder}`);
  expect(ran.error).toContain("Stop it first");
  expect(await server.stop()).toBe(0);
  const empty = await npmRun("move", ["--from", newFolder(), "--to", to]);
  expect(empty.code).toBe(1);
  expect(empty.error).toContain("There is no data of Beside in");
  expect(await postgresRows(to)).toEqual(new Map());
});

test("rejects a database that holds something else, or another installation, and leaves it unchanged", async () => {
  const foreignUrl = await database("else");
  const client = new pg.Client({ connectionString: foreignUrl });
  await client.connect();
  await client.query("create table shop (id int)");
  await client.end();
  const foreign = await move(foreignUrl);
  expect(foreign).toMatchObject({ code: 1, out: "" });
  expect(foreign.error).toContain("holds tables of something else. Nothing was written. Make an empty database");
  expect([...(await postgresRows(foreignUrl)).keys()]).toEqual(["shop"]);

  const other = await database("other");
  const env = { DATABASE_URL: other, SECRET_KEY: "ab".repeat(32), NEXTAUTH_SECRET: "cd".repeat(32) };
  const server = await startServer({ env });
  await server.stop();
  const rows = await postgresRows(other);
  expect((await move(other)).error).toContain("holds the data of another installation of Beside. Nothing was written.");
  expect(await postgresRows(other)).toEqual(rows);
});

test("a move killed in the middle leaves nothing behind, and the next run moves every row unchanged", async () => {
  const to = await database("killed");
  expect((await npmRun("migrate", [], { DATABASE_URL: to, SECRET_KEY: "ab".repeat(32), NEXTAUTH_SECRET: "cd".repeat(32) })).code).toBe(0);
  // A check of the target blocks the move at its first chat item, where it is killed: most tables are copied by then. A trigger would
  // be switched off by the move.
  const holding = new pg.Client({ connectionString: to });
  await holding.connect();
  await holding.query(`
    create function wait_here() returns boolean language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return true; end $$;
    alter table chat_item add constraint wait_here check (wait_here());
    select pg_advisory_lock(1)`);
  const waitingMoves = async () => {
    const { rows } = await holding.query("select from pg_stat_activity where application_name = 'beside-move' and wait_event = 'advisory'");
    return rows.length;
  };
  const killed = startMove(["--from", folder, "--to", to]);
  await expect.poll(waitingMoves, { timeout: 60_000 }).toBe(1);
  await killed.kill();
  await holding.query("select pg_advisory_unlock(1)");
  await expect.poll(waitingMoves).toBe(0);
  expect([...(await postgresRows(to)).values()].flat()).toEqual([]);
  await holding.query("alter table chat_item drop constraint wait_here; drop function wait_here()");
  await holding.end();

  const ran = await move(to);
  expect(ran.code, ran.error).toBe(0);
  expect(await postgresRows(to)).toEqual(await folderRows());
});

test("moves the whole demo, prints no secret, and changes nothing when run again", async () => {
  const file = join(newFolder(), "beside.env");
  // A contact deleted a moment ago: its empty row and its event are moved, too, and removed by the new installation.
  const embedded = await Embedded.open(folder);
  await embedded.query(`
    insert into contact (workspace_id, id, deleted_at, former_user_id, created_at, updated_at)
    select id, gen_random_uuid(), now(), 'user_deleted', now(), now() from workspace;
    insert into event (workspace_id, id, contact_id, event, level, occurred_at, received_at, posted_to_conversations)
    select workspace_id, gen_random_uuid(), id, 'Payment failed', 'problem', now(), now(), 0 from contact where deleted_at is not null`);
  await embedded.close();
  const rowsBefore = await folderRows();
  const first = await move(await database("moved"), "--secrets", file);
  expect(first.code, first.error).toBe(0);
  const to = postgres.url.replace(/\/postgres$/, "/moved");
  const arrived = await postgresRows(to);
  expect(arrived).toEqual(rowsBefore);
  expect(await folderRows()).toEqual(rowsBefore);
  for (const name of [
    "workspace",
    "account",
    "member",
    "contact",
    "person",
    "chat",
    "chat_item",
    "event",
    "audit_entry",
    "signing_secret",
  ]) {
    expect(arrived.get(name)?.length, name).toBeGreaterThan(0);
    expect(first.out).toMatch(new RegExp(`^ +${name} +${arrived.get(name)?.length}$`, "m"));
  }
  const secrets = JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8")) as { secretKey: string; sessionSecret: string };
  expect(readFileSync(file, "utf8")).toBe(`SECRET_KEY=${secrets.secretKey}\nNEXTAUTH_SECRET=${secrets.sessionSecret}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const secret of Object.values(secrets)) expect(first.out + first.error).not.toContain(secret);

  expect((await move(to, "--secrets", file)).error).toContain("exists already and stays as it is");
  const second = await move(to);
  expect(second.code, second.error).toBe(0);
  expect(second.out).toContain("Nothing to do");
  expect(await postgresRows(to)).toEqual(rowsBefore);
});

test("on the moved data the screens, a press and a key work as before", async ({ signedIn }) => {
  const to = postgres.url.replace(/\/postgres$/, "/moved");
  const { secretKey, sessionSecret } = JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8")) as Record<string, string>;
  const server = await startDemo({ DATABASE_URL: to, SECRET_KEY: secretKey ?? "", NEXTAUTH_SECRET: sessionSecret ?? "" });
  const after = await seen(signedIn, server, before.chatIds);
  for (const [index, text] of after.texts.entries()) expect(text).toBe(before.texts[index]);

  const headers = { authorization: `Bearer ${demo.apiKey}` };
  expect(await send(`${server.url}/api/v1/contacts/user_8841`, { headers })).toMatchObject({
    status: 200,
    body: { contact: { name: "Ada Okafor" } },
  });

  const page = await signedIn(deskAt(server), "/chats");
  await page
    .getByRole("link", { name: /Ada Okafor/ })
    .first()
    .click();
  await page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Resend invoice" }).click();
  // The demo's receiver checks the signature: the secret was decrypted with the folder's key.
  await expect(page.getByRole("log", { name: "Conversation" })).toContainText("Invoice INV-2041 was sent again");
  await expect.poll(async () => (await postgresRows(to)).get("contact")?.filter((row) => !row.includes('"deleted_at": null'))).toEqual([]);
  // The audit log is append-only there, too.
  await expect(query(to, "delete from audit_entry")).rejects.toThrow("append-only");
  expect(await server.stop()).toBe(0);

  const again = await move(to);
  expect(again.code).toBe(1);
  expect(again.error).toMatch(/was moved to .*\/moved before, and one of the two went on since \(.*chat_item.*\)\. Nothing was written/);
});

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

test("prints its usage, and errors that name what to fix without a password", async () => {
  expect(await npmRun("move", ["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("Usage: npm run move --") });
  expect((await npmRun("move", ["--from", folder])).error).toContain("Say where to: --to");
  const away = await move(`postgresql://beside:hunter2-secret@127.0.0.1:${await freePort()}/none`);
  expect(away.code).toBe(1);
  expect(away.error).toContain("cannot be reached");
  expect(away.error).not.toContain("hunter2");
});

test("a folder of an earlier version stays at that version, and the database gets the newest one", async () => {
  const last = "20261127000100_problems_in_one_statement";
  const history = async () => {
    const embedded = await Embedded.open(folder);
    const { rows } = await embedded.query<{ name: string }>("select migration_name as name from _prisma_migrations order by 1");
    await embedded.close();
    return rows.map(({ name }) => name);
  };
  const embedded = await Embedded.open(folder);
  await embedded.query("delete from _prisma_migrations where migration_name = $1", [last]);
  await embedded.close();
  const [names, rowsBefore] = [await history(), await folderRows()];
  expect(names).not.toContain(last);

  const ran = await move(await database("newer"));
  expect(ran.code, ran.error).toBe(0);
  expect(ran.out).toContain(`${folder} is of an earlier version, and stays so`);
  expect(await history()).toEqual(names);
  expect(await folderRows()).toEqual(rowsBefore);
  expect(existsSync(join(folder, "moving"))).toBe(false);
  expect(await postgresRows(postgres.url.replace(/\/postgres$/, "/newer"))).toEqual(rowsBefore);
});
