/**
 * `npm run scale` prints the tables of docs/scale.md, from the costs in costs.json, the load in load.ts and the machines in machine.ts;
 * with `-- --write` it puts them into the document.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { say } from "../print";
import { readCosts } from "./costs";
import { titledTables, withTables } from "./tables";

const file = "docs/scale.md";
const costs = readCosts();
const tables = titledTables(costs);
if (process.argv.includes("--write")) writeFileSync(file, withTables(readFileSync(file, "utf8"), tables));
else {
  say(`Costs measured on ${costs.machine}`);
  for (const { title, text } of tables) say(`\n## ${title}\n\n${text}`);
}
