import { randomUUID } from "node:crypto";
import { enter, expect, newTeam, send, test } from "../support/fixtures";
import { type Running, startServer } from "../support/server";
import { knock } from "../support/wire";

const https = { "x-forwarded-proto": "https" };
const addresses = [
  "/sign-in",
  "/no/such/page",
  "/favicon.ico",
  "/icon.svg",
  "/_next/static/nope.js",
  "/_next/image?url=x",
  "/api/health",
  "/api/nope",
  "/api/v1/contacts/u",
  "/api/w/nope/stream",
  "/%zz",
];

async function scriptOf({ url }: Running): Promise<string> {
  const { text } = await send(`${url}/sign-in`);
  return /\/_next\/static\/[^"]+\.js/.exec(text)?.[0] ?? "";
}

test("every answer forbids to guess its type, and every page says what may run", { tag: "@front-door" }, async ({ server }) => {
  for (const path of [...addresses, await scriptOf(server)]) {
    const { headers, status } = await knock(server.url, { path });
    expect(headers["x-content-type-options"], `${status} ${path}`).toBe("nosniff");
    if (headers["content-type"]?.includes("html")) expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
  }
});

test("by https, and only then, browsers are told to stay with it", { tag: "@front-door" }, async ({ server }) => {
  for (const path of addresses) {
    const [secure, plain] = [await knock(server.url, { path, headers: https }), await knock(server.url, { path })];
    expect(secure.headers["strict-transport-security"], path).toMatch(/^max-age=\d{8}$/);
    expect(plain.headers["strict-transport-security"], path).toBeUndefined();
  }
  // What stands further left was written by the caller.
  const claimed = await knock(server.url, { path: "/api/health", headers: { "x-forwarded-proto": "https, http, http" } });
  expect(claimed.headers["strict-transport-security"]).toBeUndefined();
});

test("without a proxy, what a caller says of the way it came counts for nothing", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { DEMO: "1" } });
  const team = await newTeam(server);
  const claims = { ...https, "x-forwarded-host": "elsewhere.example" };
  expect((await knock(server.url, { path: "/api/health", headers: claims })).headers["strict-transport-security"]).toBeUndefined();
  expect((await enter(server.url, team.owner, claims)).setCookie).not.toMatch(/secure/i);
  const described = await knock(server.url, { path: "/api/v1/openapi.json", headers: claims });
  expect(described.text).not.toContain("https://127");
  await server.stop();
});

test("with an https address of its own, everything is by https", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { DEMO: "1", PUBLIC_URL: "https://beside.example" } });
  const team = await newTeam(server);
  expect((await knock(server.url, { path: "/api/health" })).headers["strict-transport-security"]).toBeDefined();
  expect((await enter(server.url, team.owner)).setCookie).toMatch(/secure/i);
  await server.stop();
});

test("who a caller says it is does not make it somebody else: wrong keys are counted by the socket's address", {
  tag: "@embedded",
}, async () => {
  const server = await startServer();
  const statuses = new Map<number, number>();
  const ask = async (at: number) => {
    const headers = { authorization: `Bearer bsk_${randomUUID()}`, "x-beside-peer": `192.0.2.${at % 250}` };
    const { status } = await send(`${server.url}/api/v1/contacts/u`, { headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  for (let from = 0; from < 320; from += 20) await Promise.all(Array.from({ length: 20 }, (_, index) => ask(from + index)));
  expect(Object.fromEntries(statuses)).toEqual({ 401: 300, 429: 20 });
  await server.stop();
});
