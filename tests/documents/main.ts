/**
 * `npm run documents` writes the parts of documents that are made from the code, the description of the API,
 * where the image is published, and what the chart for Kubernetes makes;
 * `tests/unit/repository/documents.test.ts` and `npm run check` find those that are old.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { writeSnapshots } from "../helm/chart";
import { made, withParts } from "./made";
import { file, released, text } from "./openapi";
import { filesThatNameIt, withPublished } from "./published";

for (const [file, parts] of Object.entries(made)) writeFileSync(file, withParts(readFileSync(file, "utf8"), parts()));
writeFileSync(file, text());
// A new version begins with the description that it is released with, which then stays.
if (!existsSync(released)) writeFileSync(released, text());
for (const one of filesThatNameIt) writeFileSync(one, withPublished(readFileSync(one, "utf8")));
writeSnapshots();
