import { readdirSync } from "node:fs";
import { test } from "@playwright/test";
import type { Contract } from "@/lib/kernel/contract";
import { expect } from "../../support/expect";

type Named = Record<string, unknown>;

const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("/endpoints.ts"));
const read = async (file: string): Promise<Named> => (await import(`../../lib/${file}`)) as Named;

/** What an endpoint repeats of its contract. */
const partsOf = ({ method, path, waitsForOthers }: Contract) => ({ method, path, ...(waitsForOthers && { waitsForOthers }) });

test("each endpoint of the browser says what the contract of its name says, and nothing else", async () => {
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const contracts = await read(file.replace(/endpoints\.ts$/, "contract.ts"));
    for (const [name, endpoint] of Object.entries(await read(file))) {
      expect(contracts[name], `${file}: ${name}`).toBeDefined();
      expect(endpoint, `${file}: ${name}`).toEqual(partsOf(contracts[name] as Contract));
    }
  }
});

test("a method and a path belong to one endpoint", async () => {
  const all = (await Promise.all(files.map(read))).flatMap((endpoints) => Object.values(endpoints) as Contract[]);
  const titles = all.map(({ method, path }) => `${method} ${path}`);
  expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
});
