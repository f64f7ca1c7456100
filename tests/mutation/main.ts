/** `npm run mutate`: changes the product in one place at a time, and checks whether a fast test fails. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { sharedNameServer } from "../support/name-server";
import { prepareFolders } from "../support/server";
import { coverage } from "./coverage";
import { documentAfter, rowsOf } from "./document";
import { Examiner } from "./examine";
import type { Mutant } from "./mutants";
import { Plan } from "./plan";
import type { Setup } from "./pool";
import { type Result, tableOf } from "./results";
import { makeSandbox } from "./sandbox";
import { refusedByTypes } from "./types";

const usage = `npm run mutate -- [options]
  --only lib/workspace/keys,lib/http/body.ts   folders or files, instead of all that hold promises
  --since main                         only files that differ from this commit
  --mark 3fT9xQ2p0a,…                  only these mutants, by their mark in tests/mutation/mutations.md
  --again                              only those that lived when they were last run, against all tests that reach them
  --hints hints.tsv                    lines of a mark, a tab, and a part of the title of the test that should notice it
  --postgres                           on PostgreSQL instead of the embedded database, and only what locks or waits
  --minutes 60                         the time for everything; what does not fit is left out by chance
  --seed 1                             which mutants come first when time is short
  --workers 2                          how many processes examine
  --timeout 12                         seconds of tests for one mutant
  --slowest 4                          tests that take more seconds are not run
`;
const guaranteedFolders = [
  ...["people", "context", "actions", "workspace/secrets", "workspace/keys", "workspace/members"].map((noun) => `lib/${noun}`),
  ...["lib/platform/rate-limit", "lib/platform/outbound", "lib/http"],
];
const seconds = 1_000;
const document = "tests/mutation/mutations.md";
const documentNow = () => (existsSync(document) ? readFileSync(document, "utf8") : "");

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    since: { type: "string" },
    mark: { type: "string" },
    postgres: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    hints: { type: "string" },
    minutes: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: "2" },
    timeout: { type: "string" },
    slowest: { type: "string", default: "4" },
    help: { type: "boolean", default: false },
  },
});
const isLock = (what: string) => /\bfor (?:no key )?(?:update|key share|share)\b|lock|withRetry\(|on conflict|order by/i.test(what);
const print = (text: string) => process.stdout.write(`${text}\n`);

/** A pseudo-random order, the same for the same seed, so that a run cut short covers all files. */
function shuffled<T>(list: T[], seed: number): T[] {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

function changedSince(commit: string): Set<string> {
  const { status, stdout, stderr } = spawnSync("git", ["diff", "--name-only", commit, "--", "lib"], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return new Set(stdout.split("\n"));
}

function hints(): Map<string, string> {
  const lines = values.hints === undefined ? [] : readFileSync(values.hints, "utf8").split("\n");
  return new Map(lines.map((line) => line.split("\t", 2)).flatMap(([mark, hint]) => (mark && hint ? [[mark, hint]] : [])));
}

function chosen(all: Mutant[]): Mutant[] {
  const only = values.only?.split(",").map((path) => path.replace(/\/$/, ""));
  const changed = values.since === undefined ? undefined : changedSince(values.since);
  const marks = values.mark ? new Set(values.mark.split(",")) : values.again ? new Set(rowsOf(documentNow()).keys()) : undefined;
  return all
    .filter(({ file }) => !only || only.some((path) => file === path || file.startsWith(`${path}/`)))
    .filter(({ file }) => !changed || changed.has(file))
    .filter(({ mark }) => !marks || marks.has(mark))
    .filter(({ what }) => !values.postgres || isLock(what));
}

/** Runs `act` in the copy, because tests start the server of the working directory. */
async function inCopy<T>(root: string, act: () => Promise<T>): Promise<T> {
  const home = process.cwd();
  process.chdir(root);
  try {
    return await act();
  } finally {
    process.chdir(home);
  }
}

async function main(): Promise<void> {
  const until = Date.now() + Number(values.minutes) * 60 * seconds;
  const workers = Number(values.workers);
  const isPartial = Boolean((values.only ?? values.since ?? values.mark) || values.again);
  const budgetMs = Number(values.timeout ?? (values.mark || values.again ? 600 : 12)) * seconds;

  print("Building a copy with every mutant in it.");
  const { root, product, mutants, tests, markOf } = makeSandbox(guaranteedFolders);
  print("Asking TypeScript which mutants it refuses.");
  const selected = shuffled(chosen(mutants), Number(values.seed));
  const refused = refusedByTypes(root, product, isPartial ? selected : mutants, isPartial);
  const [removeFolders, closeNames] = [await inCopy(root, prepareFolders), await sharedNameServer()];
  const isOnPostgres = values.postgres;
  const setup: Setup = { root, tests: isOnPostgres ? tests.filter((file) => file.startsWith("tests/api/")) : tests, isOnPostgres };

  print("Running every test once, to know what it reaches.");
  const coverages = await coverage(setup, markOf, workers + 1, print);
  const problematic = coverages.filter(({ problem }) => problem !== undefined);
  for (const { title, problem } of problematic) print(`  left out: ${title}: ${problem?.split("\n")[0]}`);
  const slowestMs = Number(values.slowest) * seconds;
  const slow = coverages.filter(({ ms, problem }) => problem === undefined && ms > slowestMs).length;
  print(`${coverages.length} tests; ${problematic.length} do not pass here, ${slow} are slower than ${values.slowest} seconds.`);

  const before = documentNow();
  const plan = new Plan(coverages, mutants, slowestMs, hints());
  const results: Result[] = selected
    .filter(({ id }) => refused.has(id))
    .map((mutant) => ({ mutant, outcome: "refused by types", ran: 0, of: 0 }));
  const examined = selected.filter(({ id }) => !refused.has(id));
  print(`TypeScript refuses ${results.length} of ${selected.length} mutants.`);
  const conditions = () => `${results.length} of ${selected.length} mutants were run (seed ${values.seed}).`;
  // A mutant killed on PostgreSQL may survive on the embedded database, where most runs are; the reasons in the document say so.
  function save(): string[] {
    const { text, lost } = documentAfter(before, { mutants, results, conditions: isPartial ? undefined : conditions() });
    if (!values.postgres) writeFileSync(document, text);
    return lost;
  }

  let next = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const examiner = new Examiner(setup, plan, budgetMs);
      for (let mutant = examined[next++]; mutant && Date.now() < until; mutant = examined[next++]) {
        const result = await examiner.examine(mutant);
        results.push(result);
        const { file, line, what } = mutant;
        const by = result.by ? ` by ${result.by}` : ` (${result.ran} of ${result.of} tests)`;
        if (result.outcome !== "killed" || process.env["VERBOSE"]) print(`${result.outcome}${by}: ${file}:${line} ${what}`);
        if (results.length % 100 !== 0) continue;
        print(`… ${results.length} of ${selected.length}`);
        save();
      }
      await examiner.end();
    }),
  );
  removeFolders();
  closeNames();

  print(`\n${conditions()}\n\n${tableOf(results)}`);
  const lost = save();
  if (lost.length > 0) print(`\nThese reasons have lost their mutant:\n${lost.join("\n")}`);
}

if (values.help) print(usage);
else await main();
process.exit(0);
