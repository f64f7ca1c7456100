/**
 * Replaces "@playwright/test" in a mutation run: the same tests and fixtures in one long-lived process. Starting the real runner
 * takes longer than killing most mutants.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect as real } from "playwright/test";

export const expect = real.configure({ timeout: 3_000 });

type Use = (value: unknown) => Promise<void>;
type Body = (fixtures: Record<string, unknown>, info: object) => unknown;
type Make = (fixtures: Record<string, unknown>, use: Use, info: object) => unknown;
type Definition = { make: Make | undefined; value: unknown; isOfWorker: boolean; below: Definition | undefined };
type Definitions = Record<string, Definition>;
type Test = { title: string; file: string; body: Body; fixtures: Definitions };

class Skipped extends Error {}

export const tests: Test[] = [];
let file = "";
/** Sets the file of the tests that are declared from now on. */
export const setCurrentFile = (path: string): void => {
  file = path;
};

const info = {
  parallelIndex: 0,
  workerIndex: 0,
  retry: 0,
  annotations: [],
  outputPath: (...parts: string[]) => join(mkdtempSync(join(tmpdir(), "output-")), ...parts),
};

type Hook = () => unknown;
const beforeAll = new Map<string, Hook[]>();
const beforeEach = new Map<string, Hook[]>();
const afterEach = new Map<string, Hook[]>();
const into = (hooks: Map<string, Hook[]>) => (hook: Hook) => void hooks.set(file, [...(hooks.get(file) ?? []), hook]);

/** Runs the beforeAll hooks of a file once, before its first test. */
async function prepareFile(path: string): Promise<void> {
  const hooks = beforeAll.get(path) ?? [];
  beforeAll.delete(path);
  for (const hook of hooks) await hook();
}

/** Tests that take minutes, each of which would be waited for once; and on PostgreSQL those that start a server on a folder. */
const leftOut = ["@slow", ...(process.env["MUTATION_POSTGRES"] ? ["@embedded"] : [])];

function declaring(fixtures: Definitions) {
  const declare = (title: string, ...rest: [Body] | [object, Body]) => {
    if (leftOut.some((tag) => JSON.stringify(rest[0])?.includes(tag))) return;
    tests.push({ title, file, body: rest.at(-1) as Body, fixtures });
  };
  const nothing = () => undefined;
  return Object.assign(declare, {
    extend: (more: Record<string, unknown>) => declaring({ ...fixtures, ...defined(more, fixtures) }),
    describe: Object.assign((_title: string, inside: () => void) => inside(), { configure: nothing }),
    info: () => info,
    beforeAll: into(beforeAll),
    beforeEach: into(beforeEach),
    afterEach: into(afterEach),
    // Its resources end with the process.
    afterAll: nothing,
    setTimeout: nothing,
    slow: nothing,
    skip: (isSkipped = true) => {
      if (isSkipped) throw new Skipped();
    },
  });
}

const defined = (more: Record<string, unknown>, before: Definitions): Definitions =>
  Object.fromEntries(
    Object.entries(more).map(([name, given]) => {
      const [value, options = {}] = Array.isArray(given) ? (given as [unknown, { scope?: string }?]) : [given];
      const below = before[name];
      const isOfWorker = options.scope === "worker" || (below?.isOfWorker ?? false);
      return [name, { make: typeof value === "function" ? (value as Make) : undefined, value, isOfWorker, below }];
    }),
  );

export const test = declaring({ playwright: { make: undefined, value: {}, isOfWorker: true, below: undefined } });

/** The names of the fixtures that a function destructures in its first parameter. */
const fixtureNamesOf = (body: Body | Make): string[] =>
  (/^[^(]*\(\s*\{([^}]*)\}/.exec(String(body))?.[1] ?? "")
    .split(",")
    .map((part) => part.split(/[:=]/, 1)[0]?.trim() ?? "")
    .filter(Boolean);

const workerFixtures = new Map<Definition, unknown>();

/** Makes a fixture, and adds its teardown to `undo`. Fixtures of a worker stay until the end of the process. */
async function makeFixture(
  name: string,
  one: Definition,
  all: Definitions,
  testFixtures: Map<Definition, unknown>,
  undo: (() => Promise<unknown>)[],
) {
  const known = one.isOfWorker ? workerFixtures : testFixtures;
  if (known.has(one)) return known.get(one);
  const { make } = one;
  let value = one.value;
  if (make) {
    const around = one.below ? { ...all, [name]: one.below } : all;
    const inner = await makeFixtures(fixtureNamesOf(make), around, testFixtures, undo);
    value = await new Promise((resolve, reject) => {
      const ended = Promise.resolve(
        make(
          inner,
          (made) =>
            new Promise((end) => {
              if (!one.isOfWorker) {
                undo.unshift(() => {
                  end(undefined);
                  return ended;
                });
              }
              resolve(made);
            }),
          info,
        ),
      );
      ended.catch(reject);
    });
  }
  known.set(one, value);
  return value;
}

async function makeFixtures(names: string[], all: Definitions, testFixtures: Map<Definition, unknown>, undo: (() => Promise<unknown>)[]) {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const one = all[name];
    if (!one) throw new Error(`No fixture ${name}.`);
    values[name] = await makeFixture(name, one, all, testFixtures, undo);
  }
  return values;
}

/** Makes the fixtures of the worker that a test needs. They outlive the test, so they are made without the mutant. */
async function makeWorkerFixtures(names: string[], all: Definitions): Promise<void> {
  for (const name of names) {
    const one = all[name];
    if (one?.isOfWorker) await makeFixture(name, one, all, new Map(), []);
    else if (one?.make) await makeWorkerFixtures(fixtureNamesOf(one.make), one.below ? { ...all, [name]: one.below } : all);
  }
}

type Verdict = "passed" | "failed" | "late" | "skipped";
type Ran = { verdict: Verdict; error?: string };

/** Runs a test once. One that takes longer than `limitMs` keeps running, so its process should not be used again. */
export async function run({ body, fixtures, file }: Test, limitMs: number, begin: () => Promise<void>): Promise<Ran> {
  const undo: (() => Promise<unknown>)[] = [];
  await prepareFile(file);
  await makeWorkerFixtures(fixtureNamesOf(body), fixtures);
  await begin();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Ran>((resolve) => {
    timer = setTimeout(() => resolve({ verdict: "late" }), limitMs);
  });
  const whole = async (): Promise<Ran> => {
    try {
      for (const hook of beforeEach.get(file) ?? []) await hook();
      await body(await makeFixtures(fixtureNamesOf(body), fixtures, new Map(), undo), info);
      return { verdict: "passed" };
    } catch (error) {
      if (error instanceof Skipped) return { verdict: "skipped" };
      return { verdict: "failed", error: String(error instanceof Error ? error.message : error).slice(0, 300) };
    } finally {
      await Promise.allSettled([...(afterEach.get(file) ?? []), ...undo].map((end) => end()));
    }
  };
  const ran = await Promise.race([whole(), late]);
  clearTimeout(timer);
  return ran;
}
