import { expect, test } from "@playwright/test";
import { newCircuitBreaker, patient } from "@/lib/platform/rate-limit/patience";
import { reasonOf } from "@/lib/platform/redis/outage";

const words = { away: "it is away", back: "it is back" };
const never = () => new Promise<never>(() => {});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("an answer in time is passed on, and counts as no failure", async () => {
  const { ask, failedWithin } = patient(words, newCircuitBreaker());
  expect(await ask(async () => 7)).toBe(7);
  expect(failedWithin(60_000)).toBe(false);
});

test("whoever asks something hung waits a quarter of a second, and those who come after do not wait at all", async () => {
  const { ask, failedWithin } = patient(words, newCircuitBreaker());
  const begun = performance.now();
  const first = await Promise.all(Array.from({ length: 50 }, () => ask(never)));
  expect(first).toEqual(first.map(() => undefined));
  expect(performance.now() - begun).toBeGreaterThan(240);
  expect(performance.now() - begun).toBeLessThan(1_000);

  const again = performance.now();
  let asked = 0;
  await Promise.all(Array.from({ length: 1_000 }, () => ask(async () => (asked += 1))));
  expect(performance.now() - again).toBeLessThan(200);
  expect(asked).toBe(0);
  expect(failedWithin(60_000)).toBe(true);
});

test("after three seconds one at a time tries it, and its success is everybody's", async () => {
  const { ask } = patient(words, newCircuitBreaker());
  await ask(() => Promise.reject(new Error("no")));
  let asked = 0;
  const question = async () => {
    asked += 1;
    await pause(20);
    return "yes";
  };
  await expect.poll(() => ask(question), { timeout: 6_000, intervals: [50] }).toBe("yes");
  expect(asked).toBe(1);
  expect(await Promise.all(Array.from({ length: 20 }, () => ask(question)))).toEqual(Array.from({ length: 20 }, () => "yes"));
});

test("a probe that fails lets the next one come three seconds later, and meanwhile nobody else is held", async () => {
  const { ask } = patient(words, newCircuitBreaker());
  await ask(() => Promise.reject(new Error("no")));
  await pause(3_050);
  let asked = 0;
  const hung = () => {
    asked += 1;
    return never();
  };
  await Promise.all(Array.from({ length: 100 }, () => ask(hung)));
  for (let at = 0; at < 100; at += 1) await ask(hung);
  expect(asked).toBe(1);
});

test("an answer that lies unread while the process was held up is still in time", async () => {
  const { ask } = patient(words, newCircuitBreaker());
  const answer = ask(() => new Promise<string>((resolve) => setTimeout(() => setImmediate(() => resolve("here")), 0)));
  await pause(5);
  const until = Date.now() + 400;
  while (Date.now() < until);
  expect(await answer).toBe("here");
});

test("the reason of a failure is a code or a word, never what was sent", () => {
  const refused = Object.assign(new Error("WRONGPASS invalid username-password pair"), { command: { name: "auth", args: ["pa55word"] } });
  expect(reasonOf(refused)).toBe("WRONGPASS");
  expect(reasonOf(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }))).toBe("ECONNREFUSED");
  expect(reasonOf(new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ENOTFOUND" }) }))).toBe("ENOTFOUND");
  expect(reasonOf(new Error('ERR bad, command was: ["auth","pa55word"]'))).not.toContain("pa55word");
  expect(reasonOf(new Error("pa55word"))).toBe("Error");
  expect(reasonOf("pa55word")).toBe("unknown");
});
