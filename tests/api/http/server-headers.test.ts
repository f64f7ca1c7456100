import { randomUUID } from "node:crypto";
import { attemptSignIn, expect, newTeam, send, test } from "../../support/fixtures";
import { type Running, startServer } from "../../support/server";
import { sendRequest } from "../../support/wire";

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

test("sends nosniff with every response and a content security policy with every page", { tag: "@server" }, async ({ server }) => {
  for (const path of [...addresses, await scriptOf(server)]) {
    const { headers, status } = await sendRequest(server.url, { path });
    expect(headers["x-content-type-options"], `${status} ${path}`).toBe("nosniff");
    if (headers["content-type"]?.includes("html")) expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
  }
});

test("sends Strict-Transport-Security over https only", { tag: "@server" }, async ({ server }) => {
  for (const path of addresses) {
    const [secure, plain] = [await sendRequest(server.url, { path, headers: https }), await sendRequest(server.url, { path })];
    expect(secure.headers["strict-transport-security"], path).toMatch(/^max-age=\d{8}$/);
    expect(plain.headers["strict-transport-security"], path).toBeUndefined();
  }
  // Values further left come from the client.
  const claimed = await sendRequest(server.url, { path: "/api/health", headers: { "x-forwarded-proto": "https, http, http" } });
  expect(claimed.headers["strict-transport-security"]).toBeUndefined();
});

test("ignores forwarded headers when no proxy is trusted", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { DEMO: "1" } });
  const team = await newTeam(server);
  const forwarded = { ...https, "x-forwarded-host": "elsewhere.example" };
  expect((await sendRequest(server.url, { path: "/api/health", headers: forwarded })).headers["strict-transport-security"]).toBeUndefined();
  expect((await attemptSignIn(server.url, team.owner, forwarded)).setCookie).not.toMatch(/secure/i);
  const described = await sendRequest(server.url, { path: "/api/v1/openapi.json", headers: forwarded });
  expect(described.text).not.toContain("https://127");
  await server.stop();
});

test("uses https everywhere when PUBLIC_URL is an https address", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { DEMO: "1", PUBLIC_URL: "https://beside.example" } });
  const team = await newTeam(server);
  expect((await sendRequest(server.url, { path: "/api/health" })).headers["strict-transport-security"]).toBeDefined();
  expect((await attemptSignIn(server.url, team.owner)).setCookie).toMatch(/secure/i);
  await server.stop();
});

test("counts wrong keys by the socket's address, whatever x-beside-peer says", {
  tag: "@embedded",
}, async () => {
  const server = await startServer();
  const statuses = new Map<number, number>();
  const request = async (at: number) => {
    const headers = { authorization: `Bearer bsk_${randomUUID()}`, "x-beside-peer": `192.0.2.${at % 250}` };
    const { status } = await send(`${server.url}/api/v1/contacts/u`, { headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  for (let from = 0; from < 320; from += 20) await Promise.all(Array.from({ length: 20 }, (_, index) => request(from + index)));
  expect(Object.fromEntries(statuses)).toEqual({ 401: 300, 429: 20 });
  await server.stop();
});
