/** Checks the catalogue of texts: every key exists and is used, and no text is outside of it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { groups } from "./groups";
import { findUses } from "./keys";
import { findStrings } from "./strings";
import { parseFile } from "./syntax";

/** The demo's people and buttons are data and keep the names of the demo workspace. */
const demo = ["components/simulator/people.ts", "components/simulator/demo-buttons.ts"];

const flat = (group: object, prefix = ""): string[] =>
  Object.entries(group).flatMap(([key, value]) => (typeof value === "string" ? [prefix + key] : flat(value, `${prefix}${key}.`)));

const keys = flat(JSON.parse(readFileSync("lib/messages/en.json", "utf8")));
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

function use(key: string, at: string): void {
  if (key.includes("*") && !(key.slice(0, key.indexOf("*")).replace(/\.$/, "") in groups))
    problems.push(`${at} The group of “${key}” must be declared in tests/messages/groups.ts.`);
  const hits = key.includes("*") ? keys.filter((one) => pattern(key).test(one)) : keys.filter((one) => one === key);
  if (hits.length === 0) problems.push(`${at} The catalogue has no “${key}”.`);
  for (const hit of hits) used.add(hit);
}

for (const file of files) {
  const program = parseFile(file);
  for (const { key, line } of findUses(program)) use(key, `${file}:${line}`);
  if (isShown.test(file) && !demo.includes(file))
    for (const { line, text } of findStrings(program)) problems.push(`${file}:${line} Put this text into the catalogue: “${text}”`);
}
for (const key of keys) if (!used.has(key)) problems.push(`lib/messages/en.json: nothing uses “${key}”.`);

for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
