import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";

/** What `tests/linear/main.ts` prints. */
type Line = {
  subject?: string;
  found?: string;
  expressions?: number;
  made?: { file: string; line: number; isAtTop: boolean }[];
  functions?: string[];
  unknown?: string[];
};

/** Only texts of ours are read there: statements and migrations of the database, examples of receivers, and what the build made. */
const readsOurTexts = [
  "lib/platform/db/citus/",
  "lib/platform/db/functions.ts",
  "lib/platform/db/migrate/",
  "lib/actions/receivers/shared/fill.ts",
  "lib/ops/",
];
/** Read only by `parsePhone`, which refuses a text of more than 100 characters first. */
const bounded = ["lib/people/shared/phone.ts:"];
/** Made from parts while it runs, of texts that are ours. */
const madeLater = [
  "components/channels/website/loader/page-test.ts",
  "lib/data/imports/phones.ts",
  "lib/desk/search/shared/highlight.ts",
  "lib/http/server/paths.mjs",
  "lib/people/shared/phone-variants.ts",
];
const isOneOf = (paths: readonly string[], file: string) => paths.some((path) => file.startsWith(path));

/** Runs in a process of its own, which is ended when it does not come on: the last subject that it named is why. */
async function run(given?: readonly { source: string; flags: string }[], isWhole = false): Promise<Line[]> {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/linear/main.ts", ...(given ? [JSON.stringify(given)] : [])], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, LINEAR: isWhole ? "whole" : "" },
  });
  const lines: Line[] = [];
  const ended = once(child, "exit");
  try {
    for await (const line of createInterface({ input: child.stdout })) lines.push(JSON.parse(line) as Line);
    await ended;
    expect(child.exitCode, `it ended at ${JSON.stringify(lines.at(-1))?.slice(0, 300)}`).toBe(0);
    return lines;
  } finally {
    child.kill("SIGKILL");
  }
}

const foundIn = (lines: readonly Line[]) => lines.flatMap(({ subject = "", found }) => (found ? [`${subject}: ${found}`] : []));

const unknownGrowth = (lines: Line[]) => foundIn(lines).filter((one) => !isOneOf([...readsOurTexts, ...bounded], one));

test("with a megabyte of whatever is interesting, every expression and function takes a time that grows with its length", {
  tag: "@slow",
}, async () => {
  test.setTimeout(7_200_000);
  expect(unknownGrowth(await run(undefined, true))).toEqual([]);
});

test("every regular expression, and every function of the kernel and of imports that takes a text, takes a time that grows with its length", async () => {
  test.setTimeout(1_800_000);
  const lines = await run();
  const { expressions = 0, made = [], functions = [], unknown = [] } = lines.at(-1) ?? {};
  expect(unknownGrowth(lines)).toEqual([]);
  expect(expressions).toBeGreaterThan(300);
  expect(functions.length).toBeGreaterThan(70);
  expect(functions).toEqual(expect.arrayContaining(["lib/kernel/csv.ts escapeFormulas", "lib/data/imports/line.ts readLine"]));
  expect(unknown).toEqual([]);
  const later = made.filter(({ file, isAtTop }) => !isAtTop && !isOneOf(readsOurTexts, file)).map(({ file }) => file);
  expect(
    later.filter((file) => !madeLater.includes(file)),
    "an expression that is put together stands at the top of its file",
  ).toEqual([]);
});

test("the same finds each of the expressions that stopped the process, and others of their kinds", async () => {
  test.setTimeout(1_800_000);
  const signs = "=+\\-@＝＋－＠﹦﹢﹣﹫−";
  const skipped = "[\\s\\p{Cf}\"'`´‘’“”„«»＂＇]*";
  const bad = [
    { source: `(?<=^|[;\\t\\r\\n])(?=${skipped}[${signs}])|^(?=${skipped}[\\t\\r\\n])`, flags: "gu" },
    { source: "^\\.+|[. ]+$", flags: "g" },
    { source: "\\b(?:eyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*)", flags: "g" },
    { source: '(invalid input [^:]*: |value )"[^"]*"', flags: "g" },
    { source: '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"', flags: "g" },
    { source: "\\bVersion\\/.* Safari\\/", flags: "" },
    { source: "^(\\s*\\w+\\s*)+$", flags: "" },
  ];
  const lines = await run(bad);
  const found = lines.filter((line) => line.found).map(({ subject }) => subject);
  expect(found).toEqual(bad.map(({ source, flags }) => `/${source}/${flags}`));
});
