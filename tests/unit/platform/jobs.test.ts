import { setTimeout as pause } from "node:timers/promises";
import { test } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { buffer, deleteInBatches, loop, startAll } from "@/lib/platform/jobs";
import { exposition } from "@/lib/platform/metrics";
import { expect } from "../../support/expect";

const seriesOf = (text: string, metric: string, label: string) => Number(new RegExp(`^${metric}\\{${label}\\} (.+)$`, "m").exec(text)?.[1]);

const rare = 3_600_000;
const failure = "a job of a test failed";

/** A run that ends when it is allowed to, and what was seen of it. */
function held() {
  const seen = { began: 0, atOnce: 0, maxAtOnce: 0 };
  const open: (() => void)[] = [];
  const run = async () => {
    seen.began += 1;
    seen.atOnce += 1;
    seen.maxAtOnce = Math.max(seen.maxAtOnce, seen.atOnce);
    await new Promise<void>((resolve) => open.push(resolve));
    seen.atOnce -= 1;
  };
  return { seen, run, letGo: () => open.shift()?.() };
}

test("a loop runs at its start and after each rest, until it is stopped", async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const own = loop({ name: newId(), everyMs: 5, failure, run });
  const stop = await startAll([own]);
  expect(runs).toBe(1);
  await expect.poll(() => runs).toBeGreaterThan(3);
  await stop();
  const before = runs;
  own.wake();
  await pause(50);
  expect(runs).toBe(before);
});

test("a loop begins with a rest when its start did something else", async () => {
  let runs = 0;
  let starts = 0;
  const atStart = async () => {
    await pause(5);
    starts += 1;
  };
  const run = async () => {
    runs += 1;
  };
  const own = loop({ name: newId(), everyMs: rare, atStart, failure, run });
  const stop = await startAll([own]);
  expect(starts).toBe(1);
  await pause(20);
  expect(runs).toBe(0);
  own.wake();
  await expect.poll(() => runs).toBe(1);
  await stop();
});

test("wakes during a run are followed by one more run, and never by two at once", async () => {
  const { seen, run, letGo } = held();
  const own = loop({ name: newId(), everyMs: rare, failure, run });
  const stop = await startAll([own]);
  for (let time = 0; time < 3; time += 1) own.wake();
  await pause(20);
  expect(seen.began).toBe(1);
  letGo();
  await expect.poll(() => seen.began).toBe(2);
  letGo();
  await expect.poll(() => seen.atOnce).toBe(0);
  await pause(20);
  expect(seen).toMatchObject({ began: 2, maxAtOnce: 1 });
  own.wake();
  await expect.poll(() => seen.began).toBe(3);
  letGo();
  await stop();
});

test("stopping a loop aborts its signal and waits for what is under way", async () => {
  const { seen, run, letGo } = held();
  let isAborted = false;
  const own = loop({
    name: newId(),
    everyMs: rare,
    failure,
    run: (signal) => {
      signal.addEventListener("abort", () => (isAborted = true));
      return run();
    },
  });
  const stop = await startAll([own]);
  let hasStopped = false;
  const stopped = stop().then(() => (hasStopped = true));
  await pause(20);
  expect({ isAborted, hasStopped }).toEqual({ isAborted: true, hasStopped: false });
  letGo();
  await stopped;
  expect(seen).toMatchObject({ began: 1, atOnce: 0 });
});

test("a run that fails is counted, and the next one comes", async () => {
  const name = newId();
  let runs = 0;
  const own = loop({
    name,
    everyMs: 5,
    failure,
    isExpected: () => true,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error("The first run fails.");
      await pause(10);
    },
  });
  const stop = await startAll([own]);
  await expect.poll(() => runs).toBeGreaterThan(2);
  await stop();
  const { text } = await exposition([]);
  expect(seriesOf(text, "beside_job_errors_total", `name="${name}"`)).toBe(1);
  expect(seriesOf(text, "beside_job_running", `name="${name}"`)).toBe(0);
  expect(seriesOf(text, "beside_job_last_run_duration_seconds", `name="${name}"`)).toBeGreaterThan(0.005);
  expect(Math.abs(seriesOf(text, "beside_job_last_run_timestamp_seconds", `name="${name}"`) - Date.now() / 1000)).toBeLessThan(60);
});

test("a buffer writes together what comes within its delay, and one batch at a time", async () => {
  const written: number[][] = [];
  const { seen, run, letGo } = held();
  const own = buffer({
    name: newId(),
    everyMs: 5,
    empty: (): number[] => [],
    write: async (numbers) => {
      await run();
      written.push(numbers);
    },
    failed: () => {},
  });
  own.collect().push(1);
  own.collect().push(2);
  expect(own.waiting()).toEqual([1, 2]);
  await expect.poll(() => seen.began).toBe(1);
  own.collect().push(3);
  await pause(30);
  expect(seen.began).toBe(1);
  letGo();
  await expect.poll(() => seen.began).toBe(2);
  letGo();
  await expect.poll(() => written).toEqual([[1, 2], [3]]);
  expect(seen.maxAtOnce).toBe(1);
});

test("a buffer writes what waits when it is flushed or stopped, and goes on after a failure", async () => {
  const written: string[][] = [];
  const errors: unknown[] = [];
  const own = buffer({
    name: newId(),
    everyMs: rare,
    empty: () => new Set<string>(),
    write: async (names) => {
      if (names.has("bad")) throw new Error("It cannot be written.");
      written.push([...names]);
    },
    failed: (error) => errors.push(error),
  });
  const stop = await startAll([own]);
  own.collect().add("bad");
  await own.flush();
  expect(errors).toHaveLength(1);
  own.collect().add("ada");
  await own.flush();
  own.collect().add("bob");
  await stop();
  expect(written).toEqual([["ada"], ["bob"]]);
});

test("a deletion is repeated until it finds less than its limit, or is stopped", async () => {
  const what = newId();
  const deleted: number[] = [];
  const counts = [10, 10, 3, 10];
  const next = async (limit: number) => {
    expect(limit).toBe(10);
    deleted.push(counts[deleted.length] ?? 0);
    return deleted.at(-1) ?? 0;
  };
  await deleteInBatches({ what, signal: new AbortController().signal, batchSize: 10 }, next);
  expect(deleted).toEqual([10, 10, 3]);
  const { text } = await exposition([]);
  expect(seriesOf(text, "beside_rows_removed_total", `what="${what}"`)).toBe(23);

  const stopping = new AbortController();
  let batches = 0;
  await deleteInBatches({ what, signal: stopping.signal, batchSize: 10 }, async (limit) => {
    batches += 1;
    if (batches === 2) stopping.abort();
    return limit;
  });
  expect(batches).toBe(2);
});
