import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";

type Loader = (this: { resourcePath: string }, source: string) => string;

const load: Loader = createRequire(import.meta.url)("../../../lib/ops/es-modules.cjs");
const dist = resolve("node_modules/next/dist");

const scriptsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js"))
    .sort();

test("Next has an ES module for each of its modules that browsers load", () => {
  for (const folder of ["client", "shared"]) expect(scriptsIn(join(dist, "esm", folder)), folder).toEqual(scriptsIn(join(dist, folder)));
});

test("the loader takes the ES module of the same path, and leaves what has none", () => {
  const link = join("client", "app-dir", "link.js");
  expect(load.call({ resourcePath: join(dist, link) }, "the other")).toBe(readFileSync(join(dist, "esm", link), "utf8"));
  expect(load.call({ resourcePath: join(dist, "client", "none.js") }, "as it was")).toBe("as it was");
  expect(load.call({ resourcePath: resolve("components/ui/none.js") }, "as it was")).toBe("as it was");
});
