/** Writes what the browser and the HTTP server need of the contracts: neither loads a schema, and the server is not compiled. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Contract, usualMaxBodyBytes } from "@/lib/kernel/contract";
import { contracts, contractsByFolder } from "./contracts";

/** An unchanged file is left alone, because a build may be from it. */
function write(file: string, lines: readonly string[]): void {
  const text = `${lines.join("\n")}\n`;
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

const endpointOf = ({ method, path, waitsForOthers }: Contract) => JSON.stringify({ method, path, waitsForOthers });

const head = ['import type { EndpointOf } from "@/lib/kernel/contract";', 'import type * as contracts from "./contract";', ""];
for (const [folder, named] of contractsByFolder) {
  const endpoints = Object.entries(named).map(
    ([name, contract]) => `export const ${name}: EndpointOf<typeof contracts.${name}> = ${endpointOf(contract)};`,
  );
  write(`lib/${folder}/endpoints.ts`, [...head, ...endpoints]);
}
for (const file of readdirSync("lib", { recursive: true, encoding: "utf8" }))
  if (file.endsWith("/endpoints.ts") && !contractsByFolder.has(dirname(file))) rmSync(`lib/${file}`);

const limits = contracts.flatMap(({ path, maxBodyBytes }) => (maxBodyBytes === undefined ? [] : [[path, maxBodyBytes]]));
write("lib/http/server/contracts.mjs", [
  `export const usualMaxBodyBytes = ${usualMaxBodyBytes};`,
  `export const maxBodyBytes = ${JSON.stringify(Object.fromEntries(limits))};`,
  `export const streams = ${JSON.stringify(contracts.filter(({ isStream }) => isStream).map(({ path }) => path))};`,
]);
