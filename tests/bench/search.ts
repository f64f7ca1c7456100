import { searchText } from "@/lib/desk/search/shared/text";
import { type Reply, send } from "../support/fixtures";
import { startPostgres } from "../support/postgres";
import { startServer } from "../support/server";
import { unlimited } from "../support/unlimited";
import { type Desk, newDesks } from "./desk";
import { quantiles } from "./latency";
import { round, say } from "./print";
import { connected } from "./world";

type Query = (sql: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

const desksCount = 10;
const messages = Number(process.env["MESSAGES"] ?? 1_000_000);
/** Messages of one workspace, and chats with twenty of them each. */
const messagesEach = messages / desksCount;
const chatsEach = messagesEach / 20;
const searchesEach = 100;
const allowedMs = 100;

/** Two thousand words of two to four syllables; a message picks the first ones far more often than the last, as people do. */
const syllables = "ka lo mi ne ru so ta vi pa de gi ho ber lin stra fen mor dal quin zer".split(" ");
const vocabulary = Array.from({ length: 2_000 }, (_, n) => {
  const parts = [n % 20, Math.floor(n / 20) % 20, Math.floor(n / 400), (n * 7) % 20].slice(0, 2 + (n % 3));
  return parts.map((part) => syllables[part]).join("") + (n % 3 === 0 ? n : "");
});

const uuid = (salt: string, of: string) =>
  `overlay(overlay(md5($1::text || '${salt}' || ${of}) placing '4' from 13) placing '8' from 17)::uuid`;

/** One workspace, with its index: the texts are lower case already, so that the index can be written by SQL. */
async function fill(query: Query, workspaceId: string): Promise<void> {
  const phone = `'44791' || lpad(u::text, 7, '0')`;
  const people = `from generate_series(1, ${chatsEach}) u`;
  await query(
    `insert into contact (workspace_id, id, user_id, phone, phone_since, name, created_at, updated_at)
     select $1::uuid, ${uuid("c", "u")}, 'user_' || u, ${phone}, now(), 'ada ' || ($2::text[])[1 + u % 2000], now(), now() ${people}`,
    [workspaceId, vocabulary],
  );
  await query(
    `insert into person (workspace_id, id, channel, phone, contact_id, linked_by, created_at)
     select $1::uuid, ${uuid("p", "u")}, 'whatsapp', ${phone}, ${uuid("c", "u")}, 'phone', now() ${people}`,
    [workspaceId],
  );
  await query(
    `insert into chat (workspace_id, id, person_id, status, last_seq, last_message_at, last_item_at, created_at)
     select $1::uuid, ${uuid("h", "u")}, ${uuid("p", "u")}, 'closed', 20, now(), now(), now() ${people}`,
    [workspaceId],
  );
  await query(
    `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
     select $1::uuid, ${uuid("h", "(1 + (n - 1) / 20)")}, 1 + (n - 1) % 20, gen_random_uuid(), 'message', (array['customer', 'agent'])[1 + n % 2]::author,
       (select string_agg(($2::text[])[1 + floor(2000 * power(random(), 3))::int], ' ') from generate_series(1, 15) g where n > 0)
         || case when n % 10 = 0 then ' ord-' || n else '' end,
       now() - (${messagesEach} - n) * interval '10 seconds'
     from generate_series(1, ${messagesEach}) n`,
    [workspaceId, vocabulary],
  );
  await query(
    `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
     select $1::uuid, gen_random_uuid(), ${uuid("c", "u")}, 'Payment failed', 'problem', jsonb_build_object('reference', 'INV-' || u), now(), now(), 0 ${people}`,
    [workspaceId],
  );
  await query(
    `insert into search_person select workspace_id, id, 'contact'::search_kind, created_at, ' ' || name || ' ' || user_id || ' ' || phone from contact where workspace_id = $1::uuid
     union all select workspace_id, id, 'person'::search_kind, created_at, ' ' || phone from person where workspace_id = $1::uuid`,
    [workspaceId],
  );
  await query("insert into search_message select workspace_id, id, created_at, ' ' || text from chat_item where workspace_id = $1::uuid", [
    workspaceId,
  ]);
  await query(
    `insert into search_event select workspace_id, event, event_reference(properties), occurred_at, lower(' ' || event || ' ' || event_reference(properties))
     from event where workspace_id = $1::uuid`,
    [workspaceId],
  );
}

const searchIndexes = ["search_person_text_idx", "search_message_text_idx", "search_event_text_idx"];
const tables = ["contact", "person", "chat", "chat_item", "event"];

/** Fills all workspaces without triggers, and creates the indexes of words afterwards: only that takes minutes rather than hours. */
async function fillAll(query: Query, workspaceIds: string[]): Promise<void> {
  const { rows } = await query("select indexname, indexdef from pg_indexes where indexname = any($1::text[])", [searchIndexes]);
  for (const { indexname } of rows) await query(`drop index "${indexname}"`);
  for (const table of tables) await query(`alter table ${table} disable trigger user`);
  for (const workspaceId of workspaceIds) await fill(query, workspaceId);
  for (const table of tables) await query(`alter table ${table} enable trigger user`);
  await query("set maintenance_work_mem = '1GB'");
  for (const { indexdef } of rows) await query(String(indexdef));
  await query("vacuum analyze");
  const sample = await query(
    "select i.text, s.search_text from chat_item i join search_message s on s.workspace_id = i.workspace_id and s.id = i.id limit 1000",
  );
  const isOther = sample.rows.some(({ text, search_text }) => searchText([String(text)]) !== search_text);
  if (isOther) throw new Error("The index of the bench is not the one of the product.");
}

const anyOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;
const anyNumber = (max: number) => 1 + Math.floor(Math.random() * max);

const kinds: Record<string, () => string> = {
  "a frequent word": () => anyOf(vocabulary.slice(0, 20)),
  "a rare word": () => anyOf(vocabulary.slice(1_900)),
  "two frequent words": () => `${anyOf(vocabulary.slice(0, 30))} ${anyOf(vocabulary.slice(30, 60))}`,
  "four letters of a word": () => anyOf(vocabulary.filter((word) => word.length > 5)).slice(1, 5),
  "a number of an order": () => `ord-${10 * anyNumber(messagesEach / 10)}`,
  "four digits": () => String(1_000 + anyNumber(8_000)),
  "a phone": () => `0791 ${String(anyNumber(chatsEach)).padStart(7, "0")}`,
  "a name": () => `ada ${anyOf(vocabulary)}`,
  "a reference": () => `INV-${anyNumber(chatsEach)}`,
  "two letters": () => anyOf(syllables).slice(0, 2),
  "what nobody wrote": () => `zyx${anyNumber(1_000_000)}`,
};

async function find(url: string, { workspace, cookie }: Desk, q: string): Promise<{ reply: Reply; tookMs: number }> {
  for (;;) {
    const before = performance.now();
    const reply = await send(`${url}/api/w/${workspace}/search?${new URLSearchParams({ q })}`, { headers: { cookie } });
    if (reply.status === 200) return { reply, tookMs: performance.now() - before };
    if (reply.status !== 429) throw new Error(`answered ${reply.status}: ${reply.text}`);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** How many there are of each, and whether the search ended early. */
const countsOf = ({ body }: Reply): { hits: number; isPartial: boolean } => {
  const {
    people,
    messages: written,
    events,
    isPartial,
  } = body as { people: unknown[]; messages: { items: unknown[] }; events: unknown[]; isPartial: boolean };
  return { hits: people.length + written.items.length + events.length, isPartial };
};

/** How long a message takes until it is found, while nothing else happens. */
async function untilFound(url: string, desk: Desk): Promise<number> {
  const word = `fresh${anyNumber(1_000_000_000)}`;
  const id = crypto.randomUUID();
  const body = { id, from: { channel: "website", visitorId: `visitor_${id}` }, text: word };
  const sent = await send(`${url}/api/simulator/${desk.workspace}/messages`, { method: "POST", body });
  if (sent.status !== 201) throw new Error(sent.text);
  const began = performance.now();
  while (countsOf((await find(url, desk, word)).reply).hits === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  return performance.now() - began;
}

/** Measures searches of every kind through HTTP, one after the other, each of another text in another workspace. */
export async function searches(): Promise<void> {
  const cluster = await startPostgres();
  const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64), DEMO: "1" };
  const server = await startServer({ env, nodeArgs: unlimited });
  const slow: string[] = [];
  try {
    const desks = await newDesks(
      server,
      env,
      Array.from({ length: desksCount }, (_, n) => `search-${n}`),
    );
    await connected(cluster.url, async (query) => {
      const { rows } = await query("select id from workspace where slug = any($1::text[])", [desks.map(({ workspace }) => workspace)]);
      await fillAll(
        query,
        rows.map(({ id }) => String(id)),
      );
    });
    say(`\n### Searches over ${messages.toLocaleString("en")} messages in ${desksCount} workspaces\n`);
    say("| | p50 ms | p99 ms | results | ended early |");
    say("|---|---|---|---|---|");
    for (const [title, text] of Object.entries(kinds)) {
      const times: number[] = [];
      let [hits, early] = [0, 0];
      for (let n = 0; n < searchesEach; n += 1) {
        const { reply, tookMs } = await find(server.url, anyOf(desks), text());
        const counts = countsOf(reply);
        times.push(tookMs);
        hits += counts.hits;
        early += counts.isPartial ? 1 : 0;
      }
      const { p50Ms, p99Ms } = quantiles(times);
      if (p99Ms > allowedMs || early > 0) slow.push(title);
      say(`| ${title} | ${round(p50Ms)} | ${round(p99Ms)} | ${round(hits / searchesEach)} | ${early} |`);
    }
    const delays: number[] = [];
    for (let n = 0; n < 20; n += 1) delays.push(await untilFound(server.url, anyOf(desks)));
    const { p50Ms, p99Ms } = quantiles(delays);
    say(`\nA message is found ${round(p50Ms, 0)} ms (p50) to ${round(p99Ms, 0)} ms (p99) after it was accepted.`);
    say(slow.length === 0 ? `All kinds are below ${allowedMs} ms.` : `Above ${allowedMs} ms: ${slow.join(", ")}.`);
    if (slow.length > 0) process.exitCode = 1;
  } finally {
    await server.kill();
    await cluster.stop();
  }
}
