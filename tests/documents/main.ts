/**
 * `npm run documents` writes the parts of documents that are made from the code, and the description of the API;
 * `tests/unit/repository/documents.test.ts` and `npm run check` find those that are old.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { made, withParts } from "./made";
import { file, released, text } from "./openapi";

for (const [file, parts] of Object.entries(made)) writeFileSync(file, withParts(readFileSync(file, "utf8"), parts()));
writeFileSync(file, text());
// A new version begins with the description that it is released with, which then stays.
if (!existsSync(released)) writeFileSync(released, text());
