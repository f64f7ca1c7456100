import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, send, test } from "../../support/fixtures";
import { startServer } from "../../support/server";
import { errorReply } from "../../support/wire";

const newAddress = () => ({ "x-forwarded-for": `10.${[0, 0, 0].map(() => randomInt(256)).join(".")}` });

test("responds with 304 and no body when the client has the current description", async ({ server }) => {
  const url = `${server.url}/api/v1/openapi.json`;
  const first = await send(url);
  const etag = first.headers.get("etag") ?? "";
  expect(first.status).toBe(200);
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  expect((await send(url)).headers.get("etag")).toBe(etag);

  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await send(url, { headers: { "if-none-match": known } });
    expect(again).toMatchObject({ status: 304, text: "" });
    expect(again.headers.get("etag")).toBe(etag);
    expect(again.headers.get("cache-control")).toBe("no-store");
    expect(again.headers.get("x-request-id")).toBeTruthy();
  }
  for (const known of ['"other"', etag.slice(1, -1), ""]) {
    expect(await send(url, { headers: { "if-none-match": known } })).toMatchObject({ status: 200, text: first.text });
  }
});

test("serves the description that the repository holds", async ({ server }) => {
  const { body } = await send(`${server.url}/api/v1/openapi.json`);
  const { tags, ...held } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as { tags: { name: string }[] };
  expect({ ...body, tags: undefined }).toEqual({ ...held, tags: undefined });
  expect(body["tags"]).toEqual(expect.arrayContaining(tags));
});

test("limits the description to 300 requests a minute per address", async ({ server }) => {
  const url = `${server.url}/api/v1/openapi.json`;
  const headers = newAddress();
  const replies = await Promise.all(Array.from({ length: 301 }, () => send(url, { headers })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(300);
  const refused = replies.find(({ status }) => status !== 200);
  expect(refused).toMatchObject(errorReply(429, "rate_limited", /300 requests in a minute/));
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await send(url, { headers: newAddress() })).toMatchObject({ status: 200 });
});

test("names the server relative to the description without PUBLIC_URL, whatever the forwarded headers say", async ({ server }) => {
  for (const headers of [{}, { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", forwarded: "host=evil.example" }]) {
    const reply = await send(`${server.url}/api/v1/openapi.json`, { headers });
    expect(reply.body["servers"]).toEqual([{ url: "/api/v1" }]);
    expect(reply.text).not.toContain("evil.example");
  }
});

test("names PUBLIC_URL as the server in the description @embedded", async () => {
  const server = await startServer({ env: { PUBLIC_URL: "https://beside.example.com/" } });
  try {
    const headers = { "x-forwarded-host": "evil.example" };
    const reply = await send(`${server.url}/api/v1/openapi.json`, { headers });
    expect(reply.body["servers"]).toEqual([{ url: "https://beside.example.com/api/v1" }]);
  } finally {
    await server.stop();
  }
});
