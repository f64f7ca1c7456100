import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";

const root = join(".next", "server");
const scripts = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ file, code: readFileSync(file, "utf8") }));

test("the build has each of the server's chunks once, and every chunk that a script names", () => {
  const chunks = scripts.filter(({ file }) => file.startsWith(join(root, "chunks")));
  expect(chunks.length).toBeGreaterThan(100);
  expect(new Set(chunks.map(({ code }) => code)).size).toBe(chunks.length);
  const named = scripts.flatMap(({ code }) => [...code.matchAll(/"(server\/chunks\/[^"]+\.js)"/g)].map(([, name = ""]) => name));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !existsSync(join(".next", name)))).toEqual([]);
});
