import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "@babel/parser";
import { test } from "@playwright/test";
import { documentAfter } from "../../mutation/document";
import { instrumented } from "../../mutation/instrument";
import { type Mutant, mutantsOf } from "../../mutation/mutants";
import { changesOf } from "../../mutation/sql";
import { expect } from "../../support/expect";

const numbered = (source: string, file = "lib/x/index.ts"): Mutant[] => mutantsOf(file, source).map((mutant, id) => ({ ...mutant, id }));

const source = `
function price(items, isMember) {
  const sums = { whole: 0, count: items.filter((item) => item > 1).length };
  for (const item of items) {
    if (item > 1) sums.whole += item;
    else sums.small = true;
  }
  if (isMember && sums.whole >= 10) return { ...sums, rebate: sums.whole - 9 };
  return sums;
}
answer = price([1, 4, 6], true);
`;

function resultOf(text: string, active: number): unknown {
  const world: { answer?: unknown; $m: (id: number) => boolean } = { $m: (id) => id === active };
  runInNewContext(text, world);
  return JSON.parse(JSON.stringify(world.answer));
}

test("an instrumented file behaves as before, and differently with each of these mutants active", () => {
  const mutants = numbered(source);
  const text = instrumented(source, mutants);
  const whole = { whole: 10, count: 2, small: true, rebate: 1 };
  expect(resultOf(text, -1)).toEqual(whole);
  const different = mutants.filter(({ id }) => JSON.stringify(resultOf(text, id)) !== JSON.stringify(whole)).map(({ what }) => what);
  expect(different).toEqual(
    expect.arrayContaining([
      "without whole: 0",
      "without .filter((item) => item > 1)",
      "without sums.whole += item;",
      "isMember && sums.whole >= 10 → false",
      "sums.whole >= 10 → sums.whole > 10",
      "sums.whole - 9 → sums.whole + 9",
      "without ...sums",
    ]),
  );
});

test("every file of the product can be instrumented, and its statements are unchanged without the marks", () => {
  for (const path of readdirSync("lib", { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts") || path.startsWith("platform/db/client")) continue;
    const text = readFileSync(join("lib", path), "utf8");
    const mutants = numbered(text, `lib/${path}`);
    expect(() => parse(instrumented(text, mutants), { sourceType: "module", plugins: ["typescript"] }), path).not.toThrow();
    const marked = instrumented(
      text,
      mutants.filter(({ form }) => form === "sql"),
    );
    expect(marked.replace(/\/\*<?\d+>?\*\//g, "").replace(/\(globalThis\.\$sql \?\? String\)\((\w+)\)/g, "$1"), path).toBe(text);
  }
});

test("changes one condition, lock, order, limit, conflict clause or column of a statement at a time", () => {
  const sql = `
    update chat c set seen = 1, name = (select n from t where t.a = 'x and y' order by t.b limit 1), at = now()
    from old o -- and where
    where o.id = c.id and (c.at <= now() or c.kind is distinct from o.kind) for update skip locked`;
  const all = changesOf(sql).map(({ start, end, text }) => `${sql.slice(start, end)} → ${text}`);
  expect(all.map((one) => one.replace(/\s+/g, " ")).sort()).toEqual([
    ", at = now() → ",
    ", name = (select n from t where t.a = 'x and y' order by t.b limit 1) → ",
    "<= → <",
    "and (c.at <= now() or c.kind is distinct from o.kind) → ",
    "for update skip locked → ",
    "limit 1 → ",
    "o.id = c.id → true",
    "or c.kind is distinct from o.kind → ",
    "order by t.b → ",
    "seen = 1, name = (select n from t where t.a = 'x and y' order by t.b limit 1) → name = (select n from t where t.a = 'x and y' order by t.b limit 1)",
    "skip locked → ",
    "t.a = 'x and y' → true",
  ]);
});

test("a reason stays with its mutant when lines move, and is reported as lost when the mutant is gone", () => {
  const first = numbered(source);
  const mutant = first.find(({ what }) => what === "without sums.whole += item;");
  if (!mutant) throw new Error("The mutant is missing.");
  const results = [{ mutant, outcome: "survived" as const, ran: 2, of: 3 }];
  const written = documentAfter("", { mutants: first, results, conditions: "1 of 20." }).text;
  const reasoned = written.replace(` <!-- ${mutant.mark}`, `Nobody sees it. <!-- ${mutant.mark}`);
  expect(reasoned).toContain(
    `| 5 | price: \`without sums.whole += item;\` | survived 2 of 3 tests | Nobody sees it. <!-- ${mutant.mark} --> |`,
  );

  const moved = documentAfter(reasoned, { mutants: numbered(`\n\n${source}`), results: [], conditions: undefined });
  expect(moved.text).toBe(reasoned.replace("| 5 |", "| 7 |"));
  const other = documentAfter(reasoned, {
    mutants: numbered(source.replace("item > 1) sums", "item > 2) sums")),
    results: [],
    conditions: undefined,
  });
  expect(other.text).not.toContain("Nobody");
  expect(other.lost).toEqual([`${mutant.mark}: Nobody sees it.`]);
  const killed = [{ mutant, outcome: "killed" as const, ran: 1, of: 3 }];
  expect(documentAfter(reasoned, { mutants: first, results: killed, conditions: undefined }).text).not.toContain("Nobody");
});
