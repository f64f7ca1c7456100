/**
 * Checks the catalogues of texts: every key exists and is used, no text is outside of them, every language says the same, and every
 * layout sends the browser what its screens say.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Locale, locales } from "@/lib/kernel/locale";
import { groups } from "./groups";
import { findUses } from "./keys";
import { checkLanguage, flat } from "./languages";
import { checkParts } from "./parts";
import { findStrings } from "./strings";
import { parseFile } from "./syntax";

/** The demo's people and buttons are data and keep the names of the demo workspace. */
const demo = ["components/channels/simulator/people.ts", "components/channels/simulator/demo-buttons.ts"];

const read = (locale: Locale) => new Map(flat(JSON.parse(readFileSync(`lib/messages/${locale}.json`, "utf8"))));
const english = read("en");
const keys = [...english.keys()];
const files = ["app", "components", "lib"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  .filter((file) => /\.tsx?$/.test(file) && !/\/db\/client\//.test(file) && !file.endsWith(".d.json.ts"));

/** Files whose texts only screens show, unlike endpoints and their responses. */
const isShown = /^(app\/(?!api\/)|components\/|lib\/browser\/|lib\/.*\/describe\.ts$)/;
const problems: string[] = [];
const used = new Set<string>();

const pattern = (key: string) =>
  new RegExp(
    `^${key
      .split("*")
      .map((part) => part.replaceAll(".", "\\."))
      .join("[^.]+")}$`,
  );

/** The keys of the catalogue that a use may mean. */
const expand = (key: string): string[] =>
  key.includes("*") ? keys.filter((one) => pattern(key).test(one)) : english.has(key) ? [key] : [];

function use(key: string, at: string): void {
  if (key.includes("*") && !(key.slice(0, key.indexOf("*")).replace(/\.$/, "") in groups))
    problems.push(`${at} The group of “${key}” must be declared in tests/messages/groups.ts.`);
  const hits = expand(key);
  if (hits.length === 0) problems.push(`${at} The catalogue has no “${key}”.`);
  for (const hit of hits) used.add(hit);
}

const modules = new Map(
  files.map((file) => {
    const program = parseFile(file);
    return [file, { program, uses: findUses(program) }];
  }),
);
for (const [file, { program, uses }] of modules) {
  for (const { key, line } of uses) use(key, `${file}:${line}`);
  if (isShown.test(file) && !demo.includes(file))
    for (const { line, text } of findStrings(program)) problems.push(`${file}:${line} Put this text into the catalogue: “${text}”`);
}
for (const key of keys) if (!used.has(key)) problems.push(`lib/messages/en.json: nothing uses “${key}”.`);
problems.push(...checkParts(modules, expand));
for (const locale of locales) problems.push(...checkLanguage(locale, english, read(locale)));

for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
