/** `npm run scale` prints the tables of docs/scale.md, from the costs in costs.json, the load in load.ts and the machines in machine.ts. */
import { say } from "../print";
import { readCosts } from "./costs";
import { titledTables } from "./tables";

const costs = readCosts();
say(`Costs measured on ${costs.machine}`);
for (const { title, text } of titledTables(costs)) say(`\n## ${title}\n\n${text}`);
