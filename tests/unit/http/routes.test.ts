import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { openapi } from "@/lib/http/openapi/document";
import type { Contract } from "@/lib/kernel/contract";
import { contracts } from "../../support/contracts";
import { expect } from "../../support/expect";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Routes without a contract: NextAuth, the event streams, the metrics for Prometheus, and the catch-all. */
const withoutContract: Record<string, string[]> = {
  "/api/auth/[...nextauth]": ["GET", "POST"],
  "/api/w/{workspace}/stream": ["GET"],
  "/api/widget/{workspace}/stream": ["GET"],
  "/api/embed/{workspace}/stream": ["GET"],
  "/api/metrics": ["GET"],
  "/api/v1/[[...path]]": ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
};

type Exported = { method: string; contract: Contract | undefined };

const pathOf = (file: string) =>
  file
    .replace(/^app/, "")
    .replace(/\/route\.ts$/, "")
    .replace(/\[(\w+)\]/g, "{$1}");
const files = readdirSync("app/api", { recursive: true })
  .map((name) => join("app/api", String(name)))
  .filter((file) => file.endsWith("/route.ts"));

async function exportedBy(file: string): Promise<Exported[]> {
  const route = (await import(`../../${file}`)) as Record<string, { contract?: Contract } | undefined>;
  return methods.flatMap((method) => (route[method] ? [{ method, contract: route[method]?.contract }] : []));
}

for (const contract of [...contracts, openapi]) {
  const file = `app${contract.path.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`;
  test(`${contract.method} ${contract.path} has a route`, async () => {
    expect(existsSync(file), file).toBe(true);
    const own = (await exportedBy(file)).find(({ method }) => method === contract.method);
    expect(own?.contract).toBe(contract);
  });
}

for (const file of files) {
  const path = pathOf(file);
  test(`every method at ${path} has a contract`, async () => {
    for (const { method, contract } of await exportedBy(file)) {
      if (contract) expect({ method: contract.method, path: contract.path }).toEqual({ method, path });
      else if (!path.startsWith("/api/v1/")) expect(withoutContract[path]).toContain(method);
      else expect([...contracts, openapi].some((one) => one.path === path && one.method === method)).toBe(false);
    }
  });
}

test("every path under /api/v1 handles every method: with its endpoint, or with one shared error handler", async () => {
  const all = new Set<unknown>();
  for (const file of files.filter((one) => one.startsWith("app/api/v1/"))) {
    const exported = (await import(`../../${file}`)) as Record<string, { contract?: Contract }>;
    expect(Object.keys(exported).sort(), file).toEqual(["DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"]);
    const described = [...contracts, openapi].filter(({ path }) => path === pathOf(file)).map(({ method }) => method);
    expect(
      Object.keys(exported)
        .filter((method) => exported[method]?.contract)
        .sort(),
      file,
    ).toEqual(described.sort());
    for (const one of Object.values(exported)) if (!one.contract) all.add(one);
  }
  expect(all.size).toBe(1);
});

test("no two contracts describe the same method at the same path", () => {
  const described = [...contracts, openapi].map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`);
  expect(described.filter((one, index) => described.indexOf(one) !== index)).toEqual([]);
});

test("the params of a contract are those of its path", () => {
  for (const { path, params } of contracts) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params?.shape ?? {}).sort(), path).toEqual(named.sort());
  }
});

test("a contract under /api/w requires a session, one under /api/v1 a key, one under /api/widget a visitor except for the settings, one under /api/embed a frame's token except for the sign-in, and only those with a session have roles", () => {
  for (const { path, access, role } of contracts) {
    const [, , area = ""] = path.split("/");
    const visitors = {
      invitation: "visitor",
      reset: "visitor",
      password: "visitor",
      widget: path.endsWith("/config") ? "public" : "widget",
    };
    const frames = { embed: /\/(sign-in|renew)$/.test(path) ? "public" : "embed" };
    expect(access, path).toBe({ w: "session", v1: "key", operator: "operator", ...visitors, ...frames }[area] ?? "public");
    if (access !== "session") expect(role, path).toBeUndefined();
  }
});
