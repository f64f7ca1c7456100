import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";
import { wings } from "../../support/wings";

type Import = { to: string; isType: boolean };

const isOurs = (file: string) => /^(app|components|lib)\//.test(file);
const generated = "lib/platform/db/client/";
const sources = ["app", "components", "lib"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith(generated));

/** Resolves an import to a file of this project, or to the name of a package. */
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

const nouns = Object.entries(wings).flatMap(([wing, names]) =>
  names.split(" ").map((name) => (name === "." ? `lib/${wing}` : `lib/${wing}/${name}`)),
);
/** The layers, lowest first: a folder imports only from itself and from those before it. Each noun is a layer of its own. */
const order = [
  "lib/kernel",
  "lib/messages",
  "lib/platform",
  "lib/browser",
  ...nouns,
  "lib/http",
  "lib/ops",
  "components/ui",
  "components/time",
  "components/commands",
  "components/shell",
  "components/desk/shared",
  "components/desk/assign",
  "components/desk/tags",
  "components/desk/list",
  "components/desk/press",
  "components/desk/snooze",
  "components/desk/presence",
  "components/desk/window",
  "components/desk/reach",
  "components/desk/timeline",
  "components/desk/composer",
  "components/desk/panel",
  "components/desk/conversation",
  "components/desk/opening",
  "components/desk/directory/list",
  "components/desk/directory/timeline",
  "components/desk/directory/person",
  "components/actions/calls",
  "components/desk/overview",
  "components/channels/simulator",
  "components/channels/website",
  "components/desk/helpdesks",
  "components/reference",
  "components/settings/shared",
  "components/desk/directory/import",
  "components/settings/keys",
  "components/settings/members",
  "components/settings/chats",
  "components/settings/replies",
  "components/settings/tags",
  "components/settings/profile",
  "components/settings/actions",
  "components/settings/webhooks",
  "components/settings/channels",
  "components/settings/audit",
  "components/settings/requests",
  "components/settings/inspector",
  "components/settings/plan",
  "components/settings/attributes",
  "components/settings/data",
  "components/settings/first-run",
  "app",
];

/** The most specific layer of a file. */
const layerOf = (file: string): string =>
  order.filter((layer) => file.startsWith(`${layer}/`)).sort((a, b) => b.length - a.length)[0] ?? "nowhere";

const isOfNoun = (file: string) => nouns.some((noun) => file.startsWith(`${noun}/`));
const isBrowserCode = (file: string) => /^components\/|^lib\/browser\//.test(file) || (isOfNoun(file) && file.includes("/browser/"));
/** Runs in the browser and on the server: the kernel, the messages, contracts and endpoints, and the shared folder of a noun. */
const isShared = (file: string) =>
  /^lib\/kernel\/|^lib\/messages\/(?:index\.ts|pick\.ts|en\.json|failures\.json|widget\/\w+\.(?:ts|json))$/.test(file) ||
  /^lib\/.*\/(?:contract|endpoints)\.ts$/.test(file) ||
  (isOfNoun(file) && file.includes("/shared/"));

test("a folder imports only from layers before its own", () => {
  const backwards = [...graph].flatMap(([file, imports]) =>
    imports.filter(({ to }) => isOurs(to) && order.indexOf(layerOf(to)) > order.indexOf(layerOf(file))).map(({ to }) => `${file} → ${to}`),
  );
  expect(backwards).toEqual([]);
});

test("every file belongs to a layer, and every layer has files", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => layerOf(file) === "nowhere")).toEqual([]);
  expect(order.filter((layer) => !sources.some((file) => layerOf(file) === layer))).toEqual([]);
});

test("browser and shared code imports no server code", () => {
  const reached = [...graph].flatMap(([file, imports]) =>
    isBrowserCode(file) || isShared(file)
      ? imports.filter(({ to }) => isOurs(to) && !isBrowserCode(to) && !isShared(to)).map(({ to }) => `${file} → ${to}`)
      : [],
  );
  expect(reached).toEqual([]);
});

const serverPackages =
  /^(node:|@aws-sdk\/|@prisma\/|@electric-sql\/|@node-rs\/|pg$|undici$|pino$|prom-client$|proper-lockfile$|next-auth$|next-auth\/(?!react)|next\/(headers|server)$|next-intl\/server$)/;

test("browser and shared code imports no server packages, except for types", () => {
  const reached = [...graph].flatMap(([file, imports]) =>
    isBrowserCode(file) || isShared(file)
      ? imports.filter(({ to, isType }) => !isType && serverPackages.test(to)).map(({ to }) => `${file} → ${to}`)
      : [],
  );
  expect(reached).toEqual([]);
});

const isClient = (file: string) => readFileSync(file, "utf8").startsWith('"use client"');

/** The browser's code behind these files of routes: the client components that they lead to, and all that those import, now or later. */
function browserCodeBehind(routes: string[]): Set<string> {
  const server = new Set<string>();
  const browser = new Set<string>();
  function walk(file: string, isInBrowser: boolean): void {
    const seen = isInBrowser || isClient(file) ? browser : server;
    if (seen.has(file)) return;
    seen.add(file);
    for (const { to, isType } of graph.get(file) ?? []) if (!isType && graph.has(to)) walk(to, seen === browser);
  }
  for (const file of routes) walk(file, false);
  return browser;
}

test("the chat screen loads no schema: neither zod nor a contract, not even later (decision 60)", () => {
  const routes = sources.filter((file) => /^app\/(?:\[workspace\]\/(?:chats\/.*)?)?[\w-]+\.tsx$/.test(file));
  const loaded = browserCodeBehind(routes);
  for (const file of ["components/desk/conversation/open-chat.tsx", "components/desk/press/press-form.tsx", "lib/browser/call.ts"])
    expect(loaded).toContain(file);
  const schemas = [...loaded].flatMap((file) =>
    (graph.get(file) ?? []).filter(({ to, isType }) => !isType && /^zod(\/|$)|\/contract\.ts$/.test(to)).map(({ to }) => `${file} → ${to}`),
  );
  expect(schemas).toEqual([]);
});

test("the kernel uses no Node modules, no network and no environment", () => {
  for (const file of sources.filter((one) => one.startsWith("lib/kernel/")))
    expect(readFileSync(file, "utf8"), file).not.toMatch(/from "node:|\bfetch\(|process\.env/);
});

test("routes and pages import no platform modules but env and health, and never query the database", () => {
  const direct = sources
    .filter((file) => file.startsWith("app/"))
    .flatMap((file) => {
      const imports = (graph.get(file) ?? []).map(({ to }) => to);
      return imports
        .filter((to) => /^lib\/platform\/|^lib\/workspace\/secrets\/(?!index|contract)|^@prisma\/|^pg$/.test(to))
        .map((to) => `${file} → ${to}`);
    });
  expect(direct.filter((line) => !/ → lib\/platform\/(env|health\/\w+)\.ts$/.test(line))).toEqual([]);
  for (const file of sources.filter((one) => one.startsWith("app/")))
    expect(readFileSync(file, "utf8"), file).not.toMatch(/\bdb\(\)|\$queryRaw|PrismaClient/);
});

test("every import of a project file resolves", () => {
  const lost = [...graph].flatMap(([file, imports]) =>
    imports.filter(({ to }) => isOurs(to) && !existsSync(to)).map(({ to }) => `${file} → ${to}`),
  );
  expect(lost.filter((line) => !line.includes(generated))).toEqual([]);
});

test("there are no import cycles, type imports included", () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  function walk(file: string, way: string[]): void {
    if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(" → "));
    if (done.has(file) || way.includes(file)) return;
    for (const { to } of graph.get(file) ?? []) if (graph.has(to)) walk(to, [...way, file]);
    done.add(file);
  }
  for (const file of sources) walk(file, []);
  expect(cycles).toEqual([]);
});

test("a route file contains no branches and at most 16 lines", () => {
  for (const file of sources.filter((one) => one.startsWith("app/api/"))) {
    const text = readFileSync(file, "utf8");
    expect(text, file).not.toMatch(/\b(if|switch|try|for|while)\b\s*[({]|\?\?|&&|\|\|/);
    expect(text.split("\n").length, file).toBeLessThanOrEqual(16);
  }
});

test("within a folder imports are relative, across folders they begin with @/", () => {
  // Node runs .mjs files without the build, which resolves @/.
  const compiled = sources.filter((file) => !file.endsWith(".mjs"));
  const wrong = compiled.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(statement)].flatMap(([, , named, loaded]) => {
      const path = named ?? loaded ?? "";
      const isBelow = path.slice(2).startsWith(`${dirname(file)}/`);
      const leaves = path.startsWith("..") || (path.startsWith("./") && relative(dirname(file), target(file, path)).startsWith(".."));
      return isBelow || leaves ? [`${file} → ${path}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});
