import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";
import { sqlOf, textsOf, withoutWorkspace } from "../sql";

/** The tables whose rows belong to a workspace, as the schema names them. */
const tables = [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model \w+ \{([\s\S]*?)^\}/gm)].flatMap(([, body = ""]) =>
  /^\s*workspaceId\s/m.test(body) ? [/@@map\("(\w+)"\)/.exec(body)?.[1] ?? ""] : [],
);

/** Statements that cover all workspaces on purpose: their file, their beginning, and why. */
const exceptions: { file: string; begins: string; why: string }[] = [
  {
    file: "lib/actions/calls/sweep.ts",
    begins: 'select workspace_id as "workspaceId", id from action_call',
    why: "The sweep looks for unfinished calls of all workspaces; each row says whose it is.",
  },
  {
    file: "lib/workspace/keys/retention.ts",
    begins: "update api_key set hash = null",
    why: "Keys whose time is over lose their hash, whoever they belong to.",
  },
  {
    file: "lib/workspace/keys/last-used.ts",
    begins: "with idle as",
    why: "Keys of many workspaces that were used are written down together, each by its own id.",
  },
  {
    file: "lib/channels/inbound/sql.ts",
    begins: "update inbound_message set next_try_at = null where processed_at is null",
    why: "At the start of the only process no entry of any workspace is being processed.",
  },
  {
    file: "lib/chats/change-sql.ts",
    begins: "with due as",
    why: "The sweep ends the snoozes of all workspaces whose time has come; each row says whose it is.",
  },
  {
    file: "lib/channels/website/networks.ts",
    begins: "delete from visitor_network where (workspace_id, network, person_id) in",
    why: "Networks whose time is over are removed, whoever they belong to.",
  },
  {
    file: "lib/desk/search/indexing/sql.ts",
    begins: "select exists (select from search_todo)",
    why: "The indexing asks whether anything of any workspace waits.",
  },
  {
    file: "lib/desk/search/indexing/sql.ts",
    begins: 'select workspace_id as "workspaceId", kind::text as kind, before from search_backfill',
    why: "The indexing goes on with the next workspace whose earlier rows are not indexed; the row says whose it is.",
  },
  {
    file: "lib/channels/outbound/sql.ts",
    begins: "update outbound_message set state = 'unknown'",
    why: "The sweep marks attempts of killed processes in all workspaces; each row says whose it is.",
  },
  {
    file: "lib/channels/outbound/sql.ts",
    begins: "update outbound_message m set state = 'failed'",
    why: "The sweep ends what waits for a channel that is gone, in all workspaces; each row says whose it is.",
  },
  {
    file: "lib/platform/db/turns/sql.ts",
    begins: "update queue_turn t set due_at = now()",
    why: "Turns are given to whichever workspace is due longest; the row says which one.",
  },
  {
    file: "lib/platform/db/turns/sql.ts",
    begins: "update queue_turn set due_at = now() where queue = any",
    why: "At the start of the only process whatever waits of any workspace is due.",
  },
  {
    file: "lib/platform/db/turns/sql.ts",
    begins: "select queue, count(*)::int as workspaces",
    why: "The metrics say how many workspaces are due in each queue.",
  },
  {
    file: "lib/channels/inbound/sql.ts",
    begins: "select count(*)::int as count from (\n  select from inbound_message where processed_at is null and",
    why: "The metrics say how much waits, of all workspaces.",
  },
  {
    file: "lib/channels/outbound/sql.ts",
    begins: "select count(*)::int as count",
    why: "The metrics say how much waits, of all workspaces.",
  },
  {
    file: "lib/context/contacts/sql.ts",
    begins: 'select min(deleted_at) as "deletedAt"',
    why: "The metrics say how old the oldest deletion is that is not done, of all workspaces.",
  },
  {
    file: "lib/context/contacts/sql.ts",
    begins: "select count(*)::int as count",
    why: "The metrics say how much waits, of all workspaces.",
  },
  {
    file: "lib/data/erasure/sql.ts",
    begins: 'select min(erased_at) as "erasedAt"',
    why: "The metrics say how old the oldest erasure is that is not done, of all workspaces.",
  },
  {
    file: "lib/data/erasure/sql.ts",
    begins: "select count(*)::int as count from (select from erased_person",
    why: "The metrics say how much waits, of all workspaces.",
  },
  {
    file: "lib/desk/search/indexing/sql.ts",
    begins: "(select s.workspace_id, 1 as place",
    why: "The indexing goes from one workspace that has something to index to the next.",
  },
  {
    file: "lib/desk/search/indexing/sql.ts",
    begins: "select count(*)::int as count",
    why: "The metrics say how much waits, of all workspaces.",
  },
  {
    file: "lib/desk/notifications/push/sql.ts",
    begins: "select count(*)::int as count",
    why: "The metrics say how much waits, of all workspaces.",
  },
];

const statements = sqlOf("lib");
const exceptionFor = (file: string, text: string) => exceptions.find((one) => one.file === file && text.trim().startsWith(one.begins));

test("finds the tables of the schema and the statements of the product", () => {
  expect(tables).toEqual(
    expect.arrayContaining(["contact", "event", "chat", "chat_item", "person", "action_call", "api_request", "api_key"]),
  );
  expect(statements.length).toBeGreaterThan(40);
  for (const part of ["c.problem_seq", "update api_request set user_id = null", "insert into event"]) {
    expect(statements.filter(({ text }) => text.includes(part)).length, part).toBeGreaterThan(0);
  }
});

test("every statement but the listed exceptions compares the workspace of each table that it names", () => {
  const incomplete = statements.flatMap(({ file, text }) =>
    exceptionFor(file, text) ? [] : withoutWorkspace(text, tables).map((table) => `${file}: ${table} in ${text.trim().slice(0, 120)}`),
  );
  expect(incomplete).toEqual([]);
});

test("every exception is still needed", () => {
  for (const { file, begins, why } of exceptions) {
    const found = statements.filter((one) => one.file === file && one.text.trim().startsWith(begins));
    expect(found.length, begins).toBeGreaterThan(0);
    expect(found.flatMap(({ text }) => withoutWorkspace(text, tables)).length, begins).toBeGreaterThan(0);
    expect(why.length).toBeGreaterThan(20);
  }
});

test("detects a missing filter wherever it is missing", () => {
  const cases: [string, string[]][] = [
    ["select id from chat where workspace_id = $1", []],
    ["select id from chat where id = $1", ["chat"]],
    ["select id from chat c join person p on p.id = c.person_id where c.workspace_id = $1", ["person p"]],
    ["select id from chat c join person p on p.workspace_id = c.workspace_id where c.workspace_id = $1", []],
    ["select (select count(*) from event e where e.contact_id = c.id) from contact c where c.workspace_id = $1", ["event e"]],
    ["update contact set name = null where id in (select id from chat where workspace_id = $1)", ["contact"]],
    ["insert into event (workspace_id, id) values ($1, $2)", []],
    ["insert into event (id) select id from chat where workspace_id = $1", ["event"]],
    ["delete from api_request where id in (select id from api_request where workspace_id = $1 limit 5)", ["api_request"]],
  ];
  for (const [sql, expected] of cases) expect(withoutWorkspace(sql, tables), sql).toEqual(expected);
});

test("finds texts between code, comments, regular expressions and templates", () => {
  const put = (text: string) => `$${`{${text}}`}`;
  const source = `const a = \`x ${put(`b(\`y ${put("'z'")}\`)`)} w\`; // \`no\`\nconst r = /[\`/]\`/; /* 'no' */ const s = "it's";`;
  expect(textsOf(source)).toEqual(["z", "y …", "x … w", "it's"]);
});
