import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { test as base } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { consume, peek } from "@/lib/platform/rate-limit";
import { newCircuitBreaker } from "@/lib/platform/rate-limit/circuit-breaker";
import { upstashTransport } from "@/lib/platform/redis/upstash";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";

type Counted = [allowed: number, remaining: number, waitMs: number];

/** What Upstash answers: what its script counted, or nothing. */
const upstash: { answer: Counted | undefined } = { answer: undefined };
const server = createServer(async (message, response) => {
  const sent = (await json(message)) as unknown[];
  if (!upstash.answer) return void response.destroy();
  const one = { result: upstash.answer };
  response.end(JSON.stringify(message.url === "/pipeline" ? sent.map(() => one) : one));
});

/** One for all tests, because the limiters keep theirs. */
let connection: ReturnType<typeof upstashTransport> | undefined;

async function connected() {
  if (connection) return connection;
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const address = server.address();
  connection = upstashTransport({ url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, token: "token" });
  await connection.connected;
  return connection;
}

const test = base.extend<{ redis: typeof upstash }>({
  redis: async ({ playwright: _ }, use) => {
    upstash.answer = [1, 0, 0];
    runtime.redis = await connected();
    Object.assign(runtime.sharedLimitBreaker ?? {}, newCircuitBreaker());
    await use(upstash);
    delete runtime.redis;
  },
});

test("returns what Redis counted, with the wait in whole seconds", async ({ redis }) => {
  const caller = newId();
  redis.answer = [1, 4, 60_000];
  expect(await consume(caller, 5)).toEqual({ allowed: true, limit: 5, remaining: 4, resetSeconds: 60 });
  redis.answer = [0, 0, 12_345];
  expect(await consume(caller, 5)).toEqual({ allowed: false, limit: 5, remaining: 0, resetSeconds: 13 });
  expect(await peek(caller, 5)).toEqual({ allowed: false, limit: 5, remaining: 0, resetSeconds: 13 });
  redis.answer = [1, 2, 30_000];
  expect(await peek(caller, 5)).toEqual({ allowed: true, limit: 5, remaining: 2, resetSeconds: 30 });
});

test("without Redis counts the calls that Redis allowed at this instance, and not those that it rejected", async ({ redis }) => {
  const caller = newId();
  redis.answer = [1, 4, 60_000];
  await consume(caller, 5);
  redis.answer = [0, 0, 60_000];
  for (let call = 0; call < 5; call += 1) expect(await consume(caller, 5)).toMatchObject({ allowed: false });
  redis.answer = undefined;
  expect(await peek(caller, 5)).toMatchObject({ allowed: true, remaining: 4 });
  expect(await consume(caller, 5)).toMatchObject({ allowed: true, remaining: 3 });
});
