/** TypeScript reads a JSON file's texts as any string; arguments can be checked only where a text is its own type. */
import { readFileSync, writeFileSync } from "node:fs";

const folder = new URL(".", import.meta.url);
const messages = JSON.parse(readFileSync(new URL("en.json", folder), "utf8"));
const text = `declare const messages: ${JSON.stringify(messages, null, 2)};\nexport default messages;\n`;
writeFileSync(new URL("en.d.json.ts", folder), text);
