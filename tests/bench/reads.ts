import { listStatement } from "@/lib/chats/list-sql";
import { itemsStatement } from "@/lib/chats/sql";
import { getStatement } from "@/lib/context/contacts/sql";
import { panelStatement } from "@/lib/desk/panel/sql";
import { send } from "../support/fixtures";
import { startPostgres } from "../support/postgres";
import { startServer } from "../support/server";
import { unlimited } from "../support/unlimited";
import { type Desk, newDesks } from "./desk";
import { median } from "./latency";
import { round, rounds, say } from "./print";
import { connected } from "./world";

type Query = (sql: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
type Size = { title: string; events: number; contacts: number };

const sizes: [Size, Size] = [
  { title: "10,000 events", events: 10_000, contacts: 200 },
  { title: "10,000,000 events", events: Number(process.env["EVENTS"] ?? 10_000_000), contacts: 100_000 },
];
const readsEach = 300;
const open = 800;

/** An SQL expression for ids with the form of a version 4 UUID. */
const uuid = (salt: string) => `overlay(overlay(md5($1::text || '${salt}' || u) placing '4' from 13) placing '8' from 17)::uuid`;

/**
 * Fills one workspace with events and contacts; every fourth contact has a chat of 20 items, and the first chats are open.
 * Indexes are dropped before and created again afterwards: only that takes minutes rather than hours.
 */
async function fill(query: Query, workspaceId: string, { events, contacts }: Size): Promise<void> {
  const users = `from generate_series(1, ${contacts}) u`;
  const chats = `${users} where u % 4 = 0`;
  const at = `now() - (u % 20000) * interval '1 minute'`;
  await query(
    `insert into contact (workspace_id, id, user_id, phone, phone_since, name, attributes, created_at, updated_at)
     select $1::uuid, ${uuid("c")}, 'user_' || u, '44791' || lpad(u::text, 7, '0'), now(), 'Ada ' || u, '{"plan": "pro"}', now(), now() ${users}`,
    [workspaceId],
  );
  await query(
    `insert into person (workspace_id, id, channel, phone, contact_id, linked_by, created_at)
     select $1::uuid, ${uuid("p")}, 'whatsapp', '44791' || lpad(u::text, 7, '0'), ${uuid("c")}, 'phone', now() ${chats}`,
    [workspaceId],
  );
  await query(
    `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, problem_seq, last_message_at, last_item_at, created_at)
     select $1::uuid, ${uuid("h")}, ${uuid("p")}, (case when u <= ${open} then 'open' else 'closed' end)::chat_status,
       case when u <= ${open} then ${uuid("p")} end, 20, u % 8, ${at}, ${at}, now() ${chats}`,
    [workspaceId],
  );
  await query(
    `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
     select $1::uuid, ${uuid("h")}, n, gen_random_uuid(), 'message', (array['customer', 'agent'])[1 + n % 2]::author, 'Where is my order?', ${at}
     from generate_series(1, ${contacts}) u cross join generate_series(1, 20) n where u % 4 = 0`,
    [workspaceId],
  );
  const { rows: indexes } = await query(
    "select indexname, indexdef from pg_indexes where tablename = 'event' and indexname <> 'event_pkey'",
  );
  for (const { indexname } of indexes) await query(`drop index "${indexname}"`);
  await query("alter table event disable trigger all");
  const parts = Math.ceil(events / 1_000_000);
  for (let part = 0; part < parts; part += 1) {
    const [from, to] = [part, part + 1].map((edge) => Math.floor((edge * events) / parts / contacts));
    await query(
      `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
       select $1::uuid, gen_random_uuid(), ${uuid("c")}, case when n % 20 = 0 then 'Payment failed' else 'Order placed' end,
         (case when n % 20 = 0 then 'problem' else 'info' end)::level, '{"amount": "59.90 EUR", "reference": "INV-2041"}',
         now() - n * interval '1 hour' - u * interval '1 second', now() - n * interval '1 hour', 0
       from generate_series(${Number(from) + 1}, ${to}) n cross join generate_series(1, ${contacts}) u`,
      [workspaceId],
    );
  }
  await query("alter table event enable trigger all");
  await query("set maintenance_work_mem = '1GB'");
  for (const { indexdef } of indexes) await query(String(indexdef));
  await query(
    `select count(refresh_problem(p.workspace_id, p.owner_id, p.reference, p.event)::text) from (
       select distinct workspace_id, contact_id as owner_id, event_reference(properties) as reference, event from event
       where workspace_id = $1::uuid and level = 'problem'
     ) p`,
    [workspaceId],
  );
  await query("vacuum analyze");
}

type Read = { title: string; url: () => string; headers: Record<string, string> };

function readsOf(url: string, { workspace, key, cookie }: Desk, chatIds: string[], contacts: number): Read[] {
  const anyOf = (count: number) => Math.floor(Math.random() * count);
  const own = `${url}/api/w/${workspace}`;
  return [
    {
      title: "GET a contact with 20 events",
      url: () => `${url}/api/v1/contacts/user_${1 + anyOf(contacts)}`,
      headers: { authorization: `Bearer ${key}` },
    },
    ...[
      ["a page of contacts", "/contacts"],
      ["a page of contacts with an attribute", "/contacts?attributes[plan]=pro"],
      ["a page of contacts changed since", "/contacts?updatedSince=2020-01-01T00:00:00Z"],
      ["a page of open problems", "/problems?open=true"],
    ].map(([title, path]) => ({ title: `GET ${title}`, url: () => `${url}/api/v1${path}`, headers: { authorization: `Bearer ${key}` } })),
    {
      title: "GET a page of a contact's events",
      url: () => `${url}/api/v1/contacts/user_${1 + anyOf(contacts)}/events`,
      headers: { authorization: `Bearer ${key}` },
    },
    { title: "the panel", url: () => `${own}/chats/${chatIds[anyOf(chatIds.length)]}/panel`, headers: { cookie } },
    { title: "the chat list", url: () => `${own}/chats`, headers: { cookie } },
  ];
}

/** The time of one such read in ms; retries while the key is over its 300 calls a minute. */
async function timeOf({ url, headers }: Read): Promise<number> {
  for (;;) {
    const before = performance.now();
    const { status, text } = await send(url(), { headers });
    if (status === 200) return performance.now() - before;
    if (status !== 429) throw new Error(`answered ${status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** The medians of the same read on both servers, in turn, so that other load on the machine affects both. */
async function compared(few: Read, many: Read): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < readsEach * rounds; n += 1) {
    times[0].push(await timeOf(few));
    times[1].push(await timeOf(many));
  }
  return [median(times[0]), median(times[1])];
}

/** Prints the plans of PostgreSQL for the agent's reads and for GET, with their actual row counts. */
async function plans(query: Query, workspaceId: string, accountId: string): Promise<void> {
  const one = async (sql: string, values: unknown[]) => String(Object.values((await query(sql, values)).rows[0] ?? {})[0]);
  const chatId = await one("select id from chat where workspace_id = $1::uuid order by id limit 1", [workspaceId]);
  const statements: [string, { text: string }, unknown[]][] = [
    ["GET a contact", getStatement, [JSON.stringify([{ workspaceId, userId: "user_4" }])]],
    [
      "The chat list with its counts",
      listStatement({ view: "open", hasTag: false }, "first"),
      [workspaceId, accountId, new Date(), null, null, null, null, 31],
    ],
    ["The panel", panelStatement, [workspaceId, chatId, 21, new Date(Date.now() - 24 * 3_600_000)]],
    ["A chat's items", itemsStatement("last"), [workspaceId, chatId, 0, 2 ** 31, 50]],
  ];
  for (const [title, sql, values] of statements) {
    const { rows } = await query(`explain (analyze, costs off, timing off, summary off, buffers off) ${sql.text}`, values);
    say(`\n#### ${title}\n\n\`\`\`text\n${rows.map((row) => String(row["QUERY PLAN"])).join("\n")}\n\`\`\``);
  }
}

/** Measures the reads that people wait for, with few and with many events in the table. */
export async function reads(): Promise<void> {
  const found = await Promise.all(
    sizes.map(async (size) => {
      const cluster = await startPostgres();
      const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64) };
      const server = await startServer({ env, nodeArgs: unlimited });
      return { size, cluster, env, server };
    }),
  );
  try {
    const sides: { title: string; reads: Read[] }[] = [];
    for (const { size, cluster, env, server } of found) {
      const [desk] = await newDesks(server, env, ["reads"]);
      if (!desk) throw new Error("There is no workspace to measure.");
      await connected(cluster.url, async (query) => {
        const { rows } = await query(
          "select w.id, m.account_id from workspace w join member m on m.workspace_id = w.id where w.slug = $1",
          [desk.workspace],
        );
        const { id = "", account_id = "" } = (rows[0] ?? {}) as { id?: string; account_id?: string };
        await fill(query, id, size);
        const chats = await query("select id from chat where workspace_id = $1::uuid order by id limit 2000", [id]);
        sides.push({
          title: size.title,
          reads: readsOf(
            server.url,
            desk,
            chats.rows.map((row) => String(row["id"])),
            size.contacts,
          ),
        });
        say(`\n### Plans with ${size.title}`);
        await plans(query, id, account_id);
      });
    }
    const [few, many] = sides;
    say(`\n### Reads with ${sizes[0].title} and with ${sizes[1].title}, one after the other over one connection\n`);
    say("| | p50 ms with few | p50 ms with many | ratio |");
    say("|---|---|---|---|");
    for (const [at, read] of (few?.reads ?? []).entries()) {
      const other = many?.reads[at];
      if (!other) continue;
      const [a, b] = await compared(read, other);
      say(`| ${read.title} | ${round(a)} | ${round(b)} | **${round(b / a)}** |`);
    }
  } finally {
    for (const { server, cluster } of found) {
      await server.kill();
      await cluster.stop();
    }
  }
}
