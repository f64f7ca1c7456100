import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { test } from "@playwright/test";
import type { Contract } from "@/lib/kernel/contract";
import { contracts, contractsByFolder } from "@/lib/ops/contracts";
import { expect } from "../../support/expect";

/** NextAuth, and the metrics for Prometheus. */
const withoutContract = ["GET /api/auth/[...nextauth]", "POST /api/auth/[...nextauth]", "GET /api/metrics"];

type Handler = { contract?: Contract };

async function exportedBy(file: string) {
  const path = `/api/${file.replace("/route.ts", "").replace(/\[(\w+)\]/g, "{$1}")}`;
  const route = (await import(`../../../app/api/${file}`)) as Record<string, Handler>;
  return Object.entries(route).map(([method, handler]) => ({ method, path, title: `${method} ${path}`, handler }));
}

const files = readdirSync("app/api", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("/route.ts"));
/** What the route files export, by method. */
const exported = async () => (await Promise.all(files.map(exportedBy))).flat();
const isOfKeys = ({ path }: { path: string }) => path.startsWith("/api/v1/");
const titleOf = ({ method, path }: Contract) => `${method} ${path}`;

test("every contract has its route, and every route its contract", async () => {
  const all = await exported();
  const byTitle = new Map(contracts.map((contract) => [titleOf(contract), contract]));
  for (const { title, handler } of all) expect(handler.contract, title).toBe(byTitle.get(title));
  const routes = all.filter((one) => one.handler.contract || !isOfKeys(one)).map(({ title }) => title);
  expect(routes.sort()).toEqual([...byTitle.keys(), ...withoutContract].sort());
});

test("every path under /api/v1 handles every method: with its endpoint, or with one shared error handler", async () => {
  const all = (await exported()).filter(isOfKeys);
  for (const path of new Set(all.map((one) => one.path))) {
    const methods = all.filter((one) => one.path === path).map(({ method }) => method);
    expect(methods.sort(), path).toEqual(["DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"]);
  }
  expect(new Set(all.map(({ handler }) => handler).filter(({ contract }) => !contract)).size).toBe(1);
});

test("the browser's endpoints and the HTTP server's limits are generated from these contracts", async () => {
  for (const [folder, named] of contractsByFolder) {
    const endpoints = (await import(`../../../lib/${folder}/endpoints.ts`)) as Record<string, unknown>;
    const parts = Object.entries(named).map(([name, { method, path, waitsForOthers }]) => [name, { method, path, waitsForOthers }]);
    expect({ ...endpoints }, folder).toEqual(Object.fromEntries(parts));
  }
  const { maxBodyBytesAt, streamAt } = await import(pathToFileURL("lib/http/server/paths.mjs").href);
  for (const { path, isStream, maxBodyBytes } of contracts) {
    const address = path.replace(/\{\w+\}/g, "acme");
    expect(streamAt(address), path).toBe(isStream && path);
    if (maxBodyBytes !== undefined) expect(maxBodyBytesAt(address), path).toBe(maxBodyBytes);
  }
});

test("no two contracts describe the same method at the same path", () => {
  const described = contracts.map((contract) => titleOf(contract).replace(/\{\w+\}/g, "{}"));
  expect(described.filter((one, index) => described.indexOf(one) !== index)).toEqual([]);
});

test("the params of a contract are those of its path", () => {
  for (const { path, params } of contracts) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params?.shape ?? {}).sort(), path).toEqual(named.sort());
  }
});

test("a contract under /api/w requires a session, a published one a key, one under /api/widget a visitor except for the settings, one under /api/embed a frame's token except for the sign-in, and only those with a session have roles", () => {
  for (const { path, access, isPublished, role } of contracts) {
    const [, , area = ""] = path.split("/");
    const visitors = {
      invitation: "visitor",
      reset: "visitor",
      password: "visitor",
      widget: path.endsWith("/config") ? "public" : "widget",
    };
    const frames = { embed: /\/(sign-in|renew)$/.test(path) ? "public" : "embed" };
    expect(access, path).toBe({ w: "session", v1: isPublished && "key", operator: "operator", ...visitors, ...frames }[area] || "public");
    if (access !== "session") expect(role, path).toBeUndefined();
  }
});
