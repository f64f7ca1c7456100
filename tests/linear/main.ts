import { attacksOn, type Expression, expressionsIn, type Written } from "./expressions";
import { textFunctions } from "./functions";
import { outgrows, type Unit } from "./growth";

// A process of its own: what is not linear must not hold up the tests, and whoever waits too long ends it. Each line that it prints is a subject
// that is looked at from now on, or what was found of one.

const megabyte = 1024 * 1024;
/** What grows with the square is found long before. All of it with a megabyte each takes ten minutes. */
const shorter = process.env["LINEAR"] === "whole" ? megabyte : 16 * 1024;

/** Characters that spreadsheets, addresses, JSON, patterns and our own texts treat in a way of their own. */
const interesting = [
  ..." \t\n\r'\"aA10.-=+@/\\{[(<%&;,:_|#$“",
  "\u00a0",
  "\u200b",
  "\u0301",
  "\u2028",
  "\ufeff",
  "é",
  "中",
  "😀",
  "\ud800",
  "\0",
];
const paired = [..." \t\n'\"a1.-=@/{;,", "\u200b"];
const pairs = paired.flatMap((one) => paired.filter((other) => other !== one).map((other) => one + other));

const frequent = ["\t", " ", "'", '"', "1", "."];

const around = { before: "'x", after: "x\0" };
const say = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

function look(subject: string, run: (text: string) => unknown, tries: readonly (readonly [Unit, number])[]): void {
  say({ subject });
  for (const [unit, maxLength] of tries) {
    const length = outgrows(run, unit, maxLength);
    if (length === undefined) continue;
    say({ subject, found: `${JSON.stringify(unit)} of ${length} characters` });
    return;
  }
}

const each = (units: readonly string[], maxLength: number) => units.map((unit): [Unit, number] => [{ unit }, maxLength]);
const refused = (units: readonly string[]) => units.map((unit): [Unit, number] => [{ unit, after: "\0" }, shorter]);
const within = (units: readonly string[]) => units.map((unit): [Unit, number] => [{ unit, ...around }, shorter]);
/** Whatever a text may consist of, and a megabyte of what it often consists of. */
const anything = [...each(interesting, shorter), ...refused(interesting), ...within(interesting), ...each(frequent, megabyte)];

function use({ source, flags }: Expression, text: string): void {
  new RegExp(source, flags).test(text);
  if (flags.includes("g")) text.replace(new RegExp(source, flags), "");
}

const isOurSql = (file: string) => file.startsWith("lib/platform/db/");
const isOurs = ({ file }: { file: string }) => file.startsWith("lib/kernel/") || file.startsWith("lib/data/imports/");
const lookAt = (one: Expression, subject: string, isWhole: boolean): void =>
  look(subject, (text) => use(one, text), [...each(attacksOn(one), shorter), ...refused(attacksOn(one)), ...(isWhole ? anything : [])]);

/** Expressions that are put together from parts are known when their files are loaded. */
function recordMade(files: readonly string[]): Map<string, Expression> {
  const made = new Map<string, Expression>();
  const isProducts = (stack = "") => files.some((file) => stack.split("\n")[2]?.includes(file));
  globalThis.RegExp = new Proxy(RegExp, {
    construct(target, [pattern, flags]: [string | RegExp, string?], self) {
      const one = Reflect.construct(target, flags === undefined ? [pattern] : [pattern, flags], self) as RegExp;
      if (isProducts(new Error().stack)) made.set(String(one), { source: one.source, flags: one.flags });
      return one;
    },
  });
  return made;
}

async function all(): Promise<void> {
  const { written, made } = expressionsIn();
  for (const one of written) lookAt(one, `${one.file}:${one.line} /${one.source}/${one.flags}`, isOurs(one));
  const real = RegExp;
  const files = [...new Set(made.filter(({ isAtTop }) => isAtTop).map(({ file }) => file))].filter((file) => !isOurSql(file));
  const recorded = recordMade(files);
  const { functions, unknown } = await textFunctions(["lib/kernel/", "lib/data/imports/"]);
  for (const file of files) await import(`../../${file}`);
  globalThis.RegExp = real;
  for (const one of recorded.values()) lookAt(one, `/${one.source}/${one.flags}`, true);
  for (const { name, run } of functions) look(name, run, [...anything, ...each(pairs, shorter)]);
  say({ expressions: written.length, made, functions: functions.map(({ name }) => name), unknown });
}

const given = process.argv[2];
if (given === undefined) await all();
else for (const one of JSON.parse(given) as Written[]) lookAt(one, `/${one.source}/${one.flags}`, true);
