import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { instrumented } from "./instrument";
import { type Mutant, mutantsOf } from "./mutants";

type Sandbox = {
  root: string;
  /** A hash of the product with its mutants. */
  product: string;
  mutants: Mutant[];
  tests: string[];
  /** A hash of everything that a test depends on: the product, the shared test code, and its own file. */
  markOf: (test: string) => string;
};

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed:\n${stdout}\n${stderr}`);
  return stdout;
}

const hashOf = (files: string[], before = "", textOf: (file: string) => string | undefined = () => undefined) => {
  const hash = createHash("sha256").update(before);
  for (const file of files) hash.update(file).update(textOf(file) ?? readFileSync(file));
  return hash.digest("hex");
};

const isTest = (file: string) => /^tests\/(?:unit|api)\/.*\.test\.ts$/.test(file);
/** Used neither by the product nor by these tests. */
const isUnused = (file: string) => /^(?:docs|tests\/(?:mutation|ui|bench|cluster))\/|\.md$/.test(file);
/** The OpenAPI document is compared with the contract table and linted as a whole. */
const isDescription = (file: string) => /^lib\/http\/openapi/.test(file);
const isCode = (file: string) => /^lib\/.*\.ts$/.test(file);

/**
 * A copy of the tree in `.mutation`, with every mutant of these folders behind a switch. It is built again only when the sources
 * change.
 */
export function makeSandbox(folders: string[]): Sandbox {
  const root = resolve(".mutation");
  const listed = run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], ".").split("\n").filter(Boolean);
  const files = listed.filter((file) => existsSync(file));
  const tests = files.filter(isTest);
  const mutants: Mutant[] = [];
  const texts = new Map<string, string>();
  for (const file of files.filter(isCode)) {
    const source = readFileSync(file, "utf8");
    const isChosen = !isDescription(file) && folders.some((folder) => file === folder || file.startsWith(`${folder}/`));
    const own = (isChosen ? mutantsOf(file, source) : []).map((mutant, index) => ({ ...mutant, id: mutants.length + index }));
    mutants.push(...own);
    texts.set(file, instrumented(source, own));
  }

  const isOfProduct = (file: string) => !isUnused(file) && !file.startsWith("tests/");
  const product = hashOf(files.filter(isOfProduct), JSON.stringify(mutants), (file) => texts.get(file));
  const shared = hashOf(
    files.filter((file) => !isUnused(file) && !isTest(file)),
    product,
  );
  const stamp = join(root, "stamp");
  const isBuilt = existsSync(stamp) && readFileSync(stamp, "utf8") === product;
  if (!isBuilt) rmSync(root, { recursive: true, force: true });
  for (const file of files) {
    const to = join(root, file);
    mkdirSync(dirname(to), { recursive: true });
    const text = texts.get(file);
    if (text === undefined) copyFileSync(file, to);
    else writeFileSync(to, text);
  }
  if (!isBuilt) {
    run("cp", ["-al", "node_modules", join(root, "node_modules")], ".");
    const sql = mutants.filter(({ form }) => form === "sql").map(({ id, text }) => [id, text]);
    writeFileSync(join(root, "sql.json"), JSON.stringify(Object.fromEntries(sql)));
    // Code that the browser has, too, is heavier with its mutants.
    run(process.execPath, ["lib/ops/build.mjs", "--any-weight"], root);
    writeFileSync(stamp, product);
  }
  return { root, product, mutants, tests, markOf: (test) => hashOf([test], shared) };
}
