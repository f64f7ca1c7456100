import { mock } from "node:test";
import { test } from "@playwright/test";
import { circuitBreaker, newCircuitBreaker } from "@/lib/platform/rate-limit/circuit-breaker";
import { reasonOf } from "@/lib/platform/redis/outage-log";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";

const messages = { away: "it is away", back: "it is back" };
const never = () => new Promise<never>(() => {});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("passes on a result in time, and counts no failure", async () => {
  const { ask, failedWithin } = circuitBreaker(messages, newCircuitBreaker());
  expect(await ask(async () => 7)).toBe(7);
  expect(failedWithin(60_000)).toBe(false);
});

test("a hanging call fails after a quarter of a second, and later calls fail at once", async () => {
  const { ask, failedWithin } = circuitBreaker(messages, newCircuitBreaker());
  const begun = performance.now();
  const first = await Promise.all(Array.from({ length: 50 }, () => ask(never)));
  expect(first).toEqual(first.map(() => undefined));
  expect(performance.now() - begun).toBeGreaterThan(240);
  expect(performance.now() - begun).toBeLessThan(1_000);

  const again = performance.now();
  let calls = 0;
  await Promise.all(Array.from({ length: 1_000 }, () => ask(async () => (calls += 1))));
  expect(performance.now() - again).toBeLessThan(200);
  expect(calls).toBe(0);
  expect(failedWithin(60_000)).toBe(true);
});

test("logs that a hanging call was late", async () => {
  const { logOutput } = runtime;
  if (!logOutput) throw new Error("There is no log.");
  const { ask } = circuitBreaker(messages, newCircuitBreaker());
  const written = mock.method(logOutput, "write", () => true);
  try {
    await ask(never);
    expect(written.mock.calls.map((call) => JSON.parse(String(call.arguments[0])))).toMatchObject([{ reason: "LATE", msg: messages.away }]);
  } finally {
    written.mock.restore();
  }
});

test("after three seconds lets one probe at a time through, and its success closes the circuit", async () => {
  const { ask } = circuitBreaker(messages, newCircuitBreaker());
  await ask(() => Promise.reject(new Error("no")));
  let calls = 0;
  const probe = async () => {
    calls += 1;
    await pause(20);
    return "yes";
  };
  await expect.poll(() => ask(probe), { timeout: 6_000, intervals: [50] }).toBe("yes");
  expect(calls).toBe(1);
  expect(await Promise.all(Array.from({ length: 20 }, () => ask(probe)))).toEqual(Array.from({ length: 20 }, () => "yes"));
});

test("after a failed probe waits three seconds for the next one, and lets no other call wait", async () => {
  const { ask } = circuitBreaker(messages, newCircuitBreaker());
  await ask(() => Promise.reject(new Error("no")));
  await pause(3_050);
  let calls = 0;
  const hung = () => {
    calls += 1;
    return never();
  };
  await Promise.all(Array.from({ length: 100 }, () => ask(hung)));
  for (let at = 0; at < 100; at += 1) await ask(hung);
  expect(calls).toBe(1);
});

test("a result that arrived while the process was blocked is still in time", async () => {
  const { ask } = circuitBreaker(messages, newCircuitBreaker());
  const result = ask(() => new Promise<string>((resolve) => setTimeout(() => setImmediate(() => resolve("here")), 0)));
  await pause(5);
  const until = Date.now() + 400;
  while (Date.now() < until);
  expect(await result).toBe("here");
});

test("the logged reason of a failure is a code or a word, never what was sent", () => {
  const rejected = Object.assign(new Error("WRONGPASS invalid username-password pair"), { command: { name: "auth", args: ["pa55word"] } });
  expect(reasonOf(rejected)).toBe("WRONGPASS");
  expect(reasonOf(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }))).toBe("ECONNREFUSED");
  expect(reasonOf(new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ENOTFOUND" }) }))).toBe("ENOTFOUND");
  expect(reasonOf(new Error('ERR bad, command was: ["auth","pa55word"]'))).not.toContain("pa55word");
  expect(reasonOf(new Error("pa55word"))).toBe("Error");
  expect(reasonOf("pa55word")).toBe("unknown");
});
