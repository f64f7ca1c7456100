import { randomInt } from "node:crypto";
import { expect, send, test } from "../support/fixtures";
import { startServer } from "../support/server";
import { refusal } from "../support/wire";

const from = () => ({ "x-forwarded-for": `10.${[0, 0, 0].map(() => randomInt(256)).join(".")}` });

test("whoever has the description already is told that it is the same, without a body", async ({ server }) => {
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

test("an address asks for the description 300 times in a minute, and others are not held up by it", async ({ server }) => {
  const url = `${server.url}/api/v1/openapi.json`;
  const headers = from();
  const replies = await Promise.all(Array.from({ length: 301 }, () => send(url, { headers })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(300);
  const refused = replies.find(({ status }) => status !== 200);
  expect(refused).toMatchObject(refusal(429, "rate_limited", /300 requests in a minute/));
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await send(url, { headers: from() })).toMatchObject({ status: 200 });
});

test("without a public address, the description names the API beside itself, whatever the caller's Host says", async ({ server }) => {
  for (const headers of [{}, { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", forwarded: "host=evil.example" }]) {
    const reply = await send(`${server.url}/api/v1/openapi.json`, { headers });
    expect(reply.body["servers"]).toEqual([{ url: "/api/v1" }]);
    expect(reply.text).not.toContain("evil.example");
  }
});

test("with a public address, the description names that one @embedded", async () => {
  const server = await startServer({ env: { PUBLIC_URL: "https://beside.example.com/" } });
  try {
    const headers = { "x-forwarded-host": "evil.example" };
    const reply = await send(`${server.url}/api/v1/openapi.json`, { headers });
    expect(reply.body["servers"]).toEqual([{ url: "https://beside.example.com/api/v1" }]);
  } finally {
    await server.stop();
  }
});
