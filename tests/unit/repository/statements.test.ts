import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";
import { sqlOf, textsOf, withoutWorkspace } from "../sql";

/** The tables whose rows belong to a workspace, as the schema names them. */
const tables = [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model \w+ \{([\s\S]*?)^\}/gm)].flatMap(([, body = ""]) =>
  /^\s*workspaceId\s/m.test(body) ? [/@@map\("(\w+)"\)/.exec(body)?.[1] ?? ""] : [],
);

/** Statements that compare no workspace and do not declare that they are of all: their file, their beginning, and why. */
const exceptions: { file: string; begins: string; why: string }[] = [
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
    file: "lib/desk/search/indexing/sql.ts",
    begins: "(select s.workspace_id, 1 as place",
    why: "The indexing goes from one workspace that has something to index to the next.",
  },
];

/** Statements that declare to concern all workspaces. */
const ofAll = new Set(
  readdirSync("lib", { recursive: true })
    .map((name) => join("lib", String(name)))
    .filter((file) => file.endsWith(".ts") && !file.startsWith("lib/platform/db/client/"))
    .flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(/scope: "(?:all|first)".*\)(`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`]|`[^`]*`)*?\})*`)/g),
    ])
    .flatMap(([, sql = ""]) => textsOf(sql)),
);

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
    ofAll.has(text) || exceptionFor(file, text)
      ? []
      : withoutWorkspace(text, tables).map((table) => `${file}: ${table} in ${text.trim().slice(0, 120)}`),
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
