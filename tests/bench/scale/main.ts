/** `npm run scale` prints the tables of docs/scale.md, from the costs in costs.json and the load in load.ts. */
import { callsPerMinute } from "@/lib/domain/usage";
import { linkingTimeouts } from "@/lib/platform/db/timeouts";
import { say } from "../print";
import { costsFile, readCosts } from "./costs";
import { load, today } from "./load";
import { machine, prices } from "./machine";
import { limitTable, lockTable, measureTable, sizeTable, surgeTable } from "./tables";

const costs = readCosts();
const world = { load, costs, machine };
say(`Costs: ${costsFile} (${costs.machine}).`);
say(`\n## By size\n\n${sizeTable(world, prices, today)}`);
say(`\n## Which part gives out first\n\n${limitTable(world, today)}`);
say(`\n## With and without\n\n${measureTable(world, prices, today)}`);
say(`\n## When only events become more\n\n${surgeTable(world, today)}`);
const limits = { perMinute: callsPerMinute, each: linkingTimeouts.connectionsEach };
say(`\n## Connections that one busy workspace holds, of an instance's ten\n\n${lockTable(limits)}`);
