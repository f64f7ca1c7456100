/**
 * TypeScript reads a JSON file's texts as any string; arguments can be checked only where a text is its own type. The other languages
 * have the type of the English catalogue, to which tests/messages compares them.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL(".", import.meta.url);
const english = "en.json";
const failures = "failures.json";
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const write = (name, text) => writeFileSync(new URL(name, folder), text);
const typed = (type) => `declare const messages: ${type};\nexport default messages;\n`;

write("en.d.json.ts", typed(JSON.stringify(read(english), null, 2)));

const names = readdirSync(folder).filter((name) => /^[a-z]{2}\.json$/.test(name));
for (const name of names.filter((one) => one !== english)) {
  const text = `import type en from "./en.json";\n\n${typed("typeof en")}`;
  write(name.replace(/json$/, "d.json.ts"), text);
}

// What an error page says, in every language: it is shown when nothing more can be loaded.
const page = (name) => ({ errors: { page: read(name).errors.page } });
write(failures, `${JSON.stringify(Object.fromEntries(names.map((name) => [name.slice(0, 2), page(name)])), null, 2)}\n`);
write("failures.d.json.ts", typed("Record<string, { [group: string]: unknown }>"));

// The sentences of errors, in English, as the server says them: the kernel imports nothing, so it gets them as code.
write("../kernel/english.ts", `export const english = ${JSON.stringify(read(english).refusals, null, 2)} as const;\n`);
