/** Made-up rows of the product's two large tables, and the statements that are timed on them. */
export const workspaces = 200;
/** Each has a twentieth of the time, so the oldest one is the 5 % that retention removes. */
export const partitions = 20;
const days = 400;
const chatsBlocks = 100;
const itemsEach = 20;

export type Rows = { count: number; begin: Date };
export type Row = Record<string, unknown>;
export type Source = {
  table: "event" | "chat_item";
  /** The columns that may divide it, the one that retention goes by first; none: it has no retention. */
  dividedBy: string[];
  /** Unique in the product by other columns than the time: a partitioned table needs another table to promise it. */
  promise: { index: string; columns: string[]; where: string };
  /** Bytes of a row, with all its indexes: measured, to know beforehand what a run needs. */
  bytesEach: number;
  /** Rows `$1` to `$2`; `$3` when the first one was, `$4` how many milliseconds apart they are, `$5` how many rows there are. */
  made: string;
  columns: string;
  read: { name: string; text: (table: string) => string; values: (row: Row) => unknown[] };
};

/** The same pseudo-random number from 0 to 1 for the same row. */
const random = (of: string, salt: number) => `((hashint8extended((${of})::bigint, ${salt}) & 2147483647) / 2147483648.0)`;
const at = "($3::timestamptz + n * $4::float8 * interval '1 ms')";
/** Ids grow with time, as the product's. */
const idAt = `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`;
/** A few workspaces have most rows: the first of 200 every sixth. */
const workspaceOf = (of: string) => `floor(${workspaces} * power(${random(of, 1)}, 3))::int`;

export const workspaceId = (of: string) => `md5('w' || ${of})::uuid`;
const contactId = (of: string) =>
  `md5('c' || ${workspaceOf(of)} || '-' || floor(greatest(20, $5::float8 / ${workspaces} / 50) * power(${random(of, 2)}, 2)))::uuid`;

const event: Source = {
  table: "event",
  dividedBy: ["received_at", "occurred_at"],
  promise: {
    index: "event_workspace_id_idempotency_key_key",
    columns: ["workspace_id", "idempotency_key"],
    where: "idempotency_key is not null",
  },
  bytesEach: 800,
  columns:
    "workspace_id, id, contact_id, person_id, event, level, properties, occurred_at, received_at, posted_to_conversations, idempotency_key, request_hash",
  made: `
select ${workspaceId(workspaceOf("n"))} as workspace_id, ${idAt} as id, ${contactId("n")} as contact_id, null::uuid as person_id,
  case when n % 20 = 0 then 'Payment failed' else 'Order ' || (array['placed', 'sent', 'delivered'])[1 + n % 3] end as event,
  (case when n % 20 = 0 then 'problem' else 'info' end)::level as level, '{"amount": "59.90 EUR"}'::jsonb as properties,
  ${at} as occurred_at, ${at} as received_at, 0 as posted_to_conversations,
  case when n % 2 = 0 then 'order-' || n end as idempotency_key, case when n % 2 = 0 then md5(n::text) end as request_hash
from generate_series($1::bigint, $2::bigint) n`,
  read: {
    name: "the last 20 info events of a contact",
    text: (table) => `
select e.id, e.event, e.level, e.properties, e.occurred_at, e.received_at from ${table} e
where e.workspace_id = $1::uuid and e.contact_id = $2::uuid and e.level = 'info'
order by e.occurred_at desc, e.received_at desc, e.id desc limit 20`,
    values: (row) => [row["workspace_id"], row["contact_id"]],
  },
};

/** A hundred times after each other, a hundredth of the chats is written in. */
const perBlock = `greatest(1, $5::bigint / ${chatsBlocks} / ${itemsEach})`;
const chatOf = `(n / (${perBlock} * ${itemsEach}) * ${perBlock} + n % ${perBlock})`;

const chatItem: Source = {
  table: "chat_item",
  dividedBy: ["created_at"],
  promise: { index: "chat_item_workspace_id_id_key", columns: ["workspace_id", "id"], where: "true" },
  bytesEach: 700,
  columns: "workspace_id, chat_id, seq, id, kind, author, account_id, author_name, text, data, event_id, created_at",
  made: `
select ${workspaceId(workspaceOf("chat"))} as workspace_id, md5('h' || chat)::uuid as chat_id, (n / ${perBlock} % ${itemsEach} + 1)::int as seq, ${idAt} as id,
  (array['message', 'message', 'card', 'note'])[1 + n % 4]::item_kind as kind, (array['customer', 'agent', 'system', 'agent'])[1 + n % 4]::author as author,
  null::uuid as account_id, case when n % 4 in (1, 3) then 'Tom Ray' end as author_name, case when n % 4 <> 2 then 'Where is my order?' end as text,
  case when n % 4 = 2 then '{"event": "Payment failed", "level": "problem"}'::jsonb end as data,
  case when n % 4 = 2 then md5('e' || n)::uuid end as event_id, ${at} as created_at
from generate_series($1::bigint, $2::bigint) n cross join lateral (select ${chatOf} as chat offset 0) c`,
  read: {
    name: "the last 50 items of a chat",
    text: (table) => `
select i.* from ${table} i where i.workspace_id = $1::uuid and i.chat_id = $2::uuid order by i.seq desc limit 50`,
    values: (row) => [row["workspace_id"], row["chat_id"]],
  },
};

export const sources = [event, chatItem];

export const valuesOf = ({ count, begin }: Rows, from: number, to: number): unknown[] => [
  from,
  to,
  begin,
  (days * 86_400_000) / count,
  count,
];
export const beginOf = (): Date => new Date(Date.now() - days * 86_400_000);
export const edgeOf = (begin: Date, partition: number): string =>
  new Date(begin.getTime() + (partition * days * 86_400_000) / partitions).toISOString();
