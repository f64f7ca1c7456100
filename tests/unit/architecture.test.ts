import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "@playwright/test";

type Import = { to: string; isType: boolean };

const isOurs = (file: string) => /^(app|components|lib)\//.test(file);
const sources = ["app", "components", "lib"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith("lib/db/client/"));

/** What an import names: a file of ours, or a package by its name. */
function target(from: string, named: string): string {
  if (!/^(@\/|\.)/.test(named)) return named;
  const path = named.startsWith("@/") ? named.slice(2) : normalize(join(dirname(from), named));
  const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((file) => existsSync(file) && statSync(file).isFile());
  return found ?? path;
}

const statement = /^(?:import|export)\s(?:(type)\s)?(?:[^"';]*?\sfrom\s)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
const importsOf = (file: string): Import[] =>
  [...readFileSync(file, "utf8").matchAll(statement)].map(([, type, named, loaded]) => ({
    to: target(file, named ?? loaded ?? ""),
    isType: type !== undefined,
  }));

const graph = new Map(sources.map((file) => [file, importsOf(file)]));
const ground = [
  "contract",
  "cursor",
  "env",
  "errors",
  "ids",
  "json",
  "log",
  "messages",
  "once",
  "patterns",
  "redact",
  "same-site",
  "sentence",
  "text",
];
const world = ["db", "limit", "metrics", "outbound", "realtime", "redis", "seal"];
const nouns = [
  "accounts",
  "actions",
  "audit",
  "calls",
  "channels",
  "chats",
  "contacts",
  "events",
  "health",
  "invitations",
  "keys",
  "members",
  "people",
  "receivers",
  "requests",
  "resets",
  "retention",
  "secrets",
  "sessions",
  "workspaces",
];

/** Files of a noun that are as good in the browser as on the server. */
const shared = [
  "contract.ts",
  "timeline.ts",
  "plans.ts",
  "level.ts",
  "phone.ts",
  "who.ts",
  "item.ts",
  "body.ts",
  "curl.ts",
  "words.ts",
  "options.ts",
  "inputs.ts",
  "conditions.ts",
  "cool.ts",
  "fill.ts",
];

function layerOf(file: string): string {
  const [top = "", folder = "", name = ""] = file.split("/");
  if (top === "components") return "components";
  if (top === "app") return file.startsWith("app/api/") ? "routes" : "pages";
  const part = folder.replace(/\.ts$/, "");
  if (ground.includes(part)) return "ground";
  if (world.includes(part)) return "world";
  if (part === "client" || name === "queries.ts") return "browser";
  if (nouns.includes(part)) return shared.includes(name) ? "shared" : "nouns";
  return ["api", "operator", "server"].includes(part) ? "house" : `lib/${part}, which has no layer`;
}

const below: Record<string, string[]> = {
  ground: ["ground"],
  world: ["ground", "world"],
  shared: ["ground", "shared"],
  nouns: ["ground", "world", "shared", "nouns"],
  house: ["ground", "world", "shared", "nouns", "house"],
  browser: ["ground", "shared", "browser"],
  components: ["ground", "shared", "browser", "components"],
  routes: ["shared", "nouns", "house"],
  pages: ["ground", "shared", "nouns", "house", "browser", "components", "pages"],
};

for (const [layer, allowed] of Object.entries(below)) {
  test(`${layer} imports ${allowed.join(", ")} and nothing above`, () => {
    const files = sources.filter((file) => layerOf(file) === layer);
    expect(files.length).toBeGreaterThan(0);
    const upward = files.flatMap((file) =>
      (graph.get(file) ?? [])
        .filter(({ to }) => isOurs(to) && !allowed.includes(layerOf(to)))
        .map(({ to }) => `${file} → ${to} (${layerOf(to)})`),
    );
    expect(upward).toEqual([]);
  });
}

test("every file has a layer", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.map(layerOf).filter((layer) => !(layer in below))).toEqual([]);
});

test("every import of ours leads to a file", () => {
  const lost = [...graph].flatMap(([file, imports]) =>
    imports.filter(({ to }) => isOurs(to) && !existsSync(to)).map(({ to }) => `${file} → ${to}`),
  );
  expect(lost.filter((line) => !line.includes("lib/db/client/"))).toEqual([]);
});

test("no file imports itself in a circle, not even for a type", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  function walk(file: string, way: string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" → "));
    if (done.has(file) || way.includes(file)) return;
    for (const { to } of graph.get(file) ?? []) if (graph.has(to)) walk(to, [...way, file]);
    done.add(file);
  }
  for (const file of sources) walk(file, []);
  expect(circles).toEqual([]);
});

const serverPackages =
  /^(node:|@prisma\/|@electric-sql\/|@node-rs\/|pg$|undici$|pino$|prom-client$|proper-lockfile$|next-auth$|next-auth\/(?!react)|next\/(headers|server)$|next-intl\/server$)/;
const serverFile =
  /^lib\/(db|api|operator|server|outbound|realtime|limit|metrics|secrets)\/|^lib\/(env|log|seal|once)\.ts$|^lib\/\w+\/index\.ts$/;

test("what reaches the browser reaches nothing of the server, however long the way", () => {
  const starts = sources.filter((file) => ["components", "browser", "shared"].includes(layerOf(file)));
  const reached: string[] = [];
  const seen = new Set<string>();
  function walk(file: string, way: string[]): void {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { to, isType } of graph.get(file) ?? []) {
      if (isType) continue;
      if (serverPackages.test(to) || serverFile.test(to)) reached.push([...way, file, to].join(" → "));
      else if (graph.has(to)) walk(to, [...way, file]);
    }
  }
  for (const file of starts) walk(file, []);
  expect(starts.length).toBeGreaterThan(50);
  expect(reached).toEqual([]);
});

test("pages and routes make no database calls of their own", () => {
  const direct = sources
    .filter((file) => file.startsWith("app/"))
    .flatMap((file) => {
      const imports = (graph.get(file) ?? []).map(({ to }) => to);
      return imports.filter((to) => /^lib\/(db|secrets)\/(?!index)|^lib\/db\/|^@prisma\/|^pg$/.test(to)).map((to) => `${file} → ${to}`);
    });
  expect(direct).toEqual([]);
  for (const file of sources.filter((one) => one.startsWith("app/")))
    expect(readFileSync(file, "utf8"), file).not.toMatch(/\bdb\(\)|\$queryRaw|PrismaClient/);
});

test("a route file is a table of contents: no decision, and few lines", () => {
  for (const file of sources.filter((one) => layerOf(one) === "routes")) {
    const text = readFileSync(file, "utf8");
    expect(text, file).not.toMatch(/\b(if|switch|try|for|while)\b\s*[({]|\?\?|&&|\|\|/);
    expect(text.split("\n").length, file).toBeLessThanOrEqual(16);
  }
});

test("within a folder imports are relative, across folders they begin with @/", () => {
  const wrong = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(statement)].flatMap(([, , named, loaded]) => {
      const path = named ?? loaded ?? "";
      return path.startsWith("..") || (path.startsWith("./") && relative(dirname(file), target(file, path)).startsWith(".."))
        ? [`${file} → ${path}`]
        : [];
    }),
  );
  expect(wrong).toEqual([]);
});
