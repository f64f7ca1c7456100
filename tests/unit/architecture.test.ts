import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "@playwright/test";

type Import = { to: string; isType: boolean };

const isOurs = (file: string) => /^(app|components|lib)\//.test(file);
const generated = "lib/platform/db/client/";
const sources = ["app", "components", "lib"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith(generated));

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

/**
 * The order in which the folders stand on each other: one imports from itself and from those before it, and from nothing else.
 * Each noun is a place of its own. What a noun has for the browser alone stands behind all that a server runs.
 */
const nouns =
  "audit sessions accounts members secrets keys workspaces request-log people events contacts chats buttons calls receivers panel channels retention".split(
    " ",
  );
const order = [
  "lib/kernel",
  "lib/messages",
  "lib/platform",
  ...nouns.map((noun) => `lib/domain/${noun}`),
  "lib/http",
  "lib/ops",
  "lib/browser",
  ...nouns.map((noun) => `lib/domain/${noun}/browser`),
  "components/ui",
  "components/time",
  "components/shell",
  "components/chat/shared",
  "components/chat/list",
  "components/chat/press",
  "components/chat/timeline",
  "components/chat/composer",
  "components/chat/panel",
  "components/chat",
  "components/calls",
  "components/simulator",
  "components/settings/shared",
  "components/settings/keys",
  "components/settings/members",
  "components/settings/profile",
  "components/settings/actions",
  "components/settings/audit",
  "components/settings/requests",
  "components/settings/plan",
  "components/settings/data",
  "app",
];

/** The longest place that a file lies in. */
const placeOf = (file: string): string =>
  order.filter((place) => file.startsWith(`${place}/`)).sort((a, b) => b.length - a.length)[0] ?? "nowhere";

const isBrowsers = (file: string) => /^components\/|^lib\/browser\/|^lib\/domain\/[\w-]+\/browser\//.test(file);
/** As good in the browser as on the server: the kernel, what a noun promises, and what it shares. */
const isShared = (file: string) =>
  /^lib\/kernel\/|^lib\/messages\/(?:index\.ts|en\.json)$|^lib\/domain\/[\w-]+\/(?:[\w-]+\/)*contract\.ts$|^lib\/domain\/[\w-]+\/shared\//.test(
    file,
  );

test("a folder imports from those before it, and from nothing behind it", () => {
  const backwards = [...graph].flatMap(([file, imports]) =>
    imports.filter(({ to }) => isOurs(to) && order.indexOf(placeOf(to)) > order.indexOf(placeOf(file))).map(({ to }) => `${file} → ${to}`),
  );
  expect(backwards).toEqual([]);
});

test("every file lies in a place of the order, and every place has files", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => placeOf(file) === "nowhere")).toEqual([]);
  const withBrowser = nouns.filter((noun) => existsSync(`lib/domain/${noun}/browser`)).map((noun) => `lib/domain/${noun}/browser`);
  const empty = order.filter((place) => !sources.some((file) => placeOf(file) === place));
  expect(empty.filter((place) => !/^lib\/domain\/[\w-]+\/browser$/.test(place) || withBrowser.includes(place))).toEqual([]);
});

test("what is for the browser imports from a server's folders only what is as good in the browser", () => {
  const reached = [...graph].flatMap(([file, imports]) =>
    isBrowsers(file) || isShared(file)
      ? imports.filter(({ to }) => isOurs(to) && !isBrowsers(to) && !isShared(to)).map(({ to }) => `${file} → ${to}`)
      : [],
  );
  expect(reached).toEqual([]);
});

const serverPackages =
  /^(node:|@prisma\/|@electric-sql\/|@node-rs\/|pg$|undici$|pino$|prom-client$|proper-lockfile$|next-auth$|next-auth\/(?!react)|next\/(headers|server)$|next-intl\/server$)/;

test("what is for the browser imports no package of the server", () => {
  const reached = [...graph].flatMap(([file, imports]) =>
    isBrowsers(file) || isShared(file)
      ? imports.filter(({ to, isType }) => !isType && serverPackages.test(to)).map(({ to }) => `${file} → ${to}`)
      : [],
  );
  expect(reached).toEqual([]);
});

test("the kernel does nothing by itself: no package of the server, no clock, no network", () => {
  for (const file of sources.filter((one) => one.startsWith("lib/kernel/")))
    expect(readFileSync(file, "utf8"), file).not.toMatch(/from "node:|\bfetch\(|process\.env/);
});

test("routes import nouns and what answers, pages no database", () => {
  const direct = sources
    .filter((file) => file.startsWith("app/"))
    .flatMap((file) => {
      const imports = (graph.get(file) ?? []).map(({ to }) => to);
      return imports
        .filter((to) => /^lib\/platform\/|^lib\/domain\/secrets\/(?!index|contract)|^@prisma\/|^pg$/.test(to))
        .map((to) => `${file} → ${to}`);
    });
  expect(direct.filter((line) => !/ → lib\/platform\/(env|health\/\w+)\.ts$/.test(line))).toEqual([]);
  for (const file of sources.filter((one) => one.startsWith("app/")))
    expect(readFileSync(file, "utf8"), file).not.toMatch(/\bdb\(\)|\$queryRaw|PrismaClient/);
});

test("every import of ours leads to a file", () => {
  const lost = [...graph].flatMap(([file, imports]) =>
    imports.filter(({ to }) => isOurs(to) && !existsSync(to)).map(({ to }) => `${file} → ${to}`),
  );
  expect(lost.filter((line) => !line.includes(generated))).toEqual([]);
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

test("a route file is a table of contents: no decision, and few lines", () => {
  for (const file of sources.filter((one) => one.startsWith("app/api/"))) {
    const text = readFileSync(file, "utf8");
    expect(text, file).not.toMatch(/\b(if|switch|try|for|while)\b\s*[({]|\?\?|&&|\|\|/);
    expect(text.split("\n").length, file).toBeLessThanOrEqual(16);
  }
});

test("within a folder imports are relative, across folders they begin with @/", () => {
  // A script that Node runs as it lies knows no @/.
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
