/** `npm run documents` writes the parts of documents that are made from the code; `tests/unit/repository/documents.test.ts` finds those that are old. */
import { readFileSync, writeFileSync } from "node:fs";
import { made, withParts } from "./made";

for (const [file, parts] of Object.entries(made)) writeFileSync(file, withParts(readFileSync(file, "utf8"), parts()));
