import { mock } from "node:test";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { test } from "@playwright/test";
import fc from "fast-check";
import { type BatchesByShard, batched, newQueues } from "@/lib/platform/db/batch";
import * as lines from "@/lib/platform/db/batch-lines";
import { currentBehalf, currentWorkspace } from "@/lib/platform/db/on-behalf";
import { forAll } from "@/lib/platform/db/places";
import { queueTimeoutMs, slowStatementMs } from "@/lib/platform/db/timeouts";
import { expect } from "../../support/expect";
import { gate } from "../../support/gate";
import { runs } from "../../support/runs";

type Job = { workspaceId: string; id: number };

const sqlError = (code: string) => Object.assign(new Error(code), { code, severity: "ERROR" });
const lockTimeout = () => sqlError("55P03");

/** Runs jobs; `send` and `single` decide what becomes of them. Statements are recorded with the workspace they ran for. */
function newRunner(send: (jobs: Job[]) => Promise<void>, single: (job: Job, lockMs: number) => Promise<void>, max = 64) {
  const queues: BatchesByShard<Job, number> = newQueues();
  const sent: { ids: number[]; workspaces: string[]; runsFor: string }[] = [];
  const record = (jobs: Job[]) => {
    sent.push({ ids: jobs.map(({ id }) => id), workspaces: jobs.map((job) => job.workspaceId), runsFor: currentWorkspace() });
    return jobs.map(({ id }) => id);
  };
  const run = batched<Job, number>(
    async (jobs) => {
      const ids = record(jobs);
      await send(jobs);
      return ids;
    },
    async (job, lockMs) => {
      record([job]);
      await single(job, lockMs);
      return job.id;
    },
    { queues: () => queues, options: () => ({ max, parallel: 2 }) },
  );
  return { run, sent, queues };
}

const done = async () => {};

test.afterEach(() => mock.timers.reset());

test("a batch takes from its workspaces in turn: one job of another is in the next one, whatever the first has waiting", async () => {
  const { run, sent } = newRunner(done, done, 8);
  const flood = Array.from({ length: 500 }, (_, id) => run({ workspaceId: "a", id }));
  const own = run({ workspaceId: "b", id: 1_000 });
  await Promise.all([...flood, own]);
  expect(sent.findIndex(({ ids }) => ids.includes(1_000))).toBeLessThan(2);
  for (const { runsFor } of sent) expect(runsFor).toBe(forAll);
});

test("jobs of a blocked batch run in turns by workspace: those of another do not wait for a locked row", async () => {
  const released = gate();
  const isLocked = ({ workspaceId }: Job) => workspaceId === "a";
  const { run, sent } = newRunner(
    async (jobs) => {
      if (jobs.some(isLocked)) throw lockTimeout();
    },
    async (job) => {
      if (isLocked(job)) await released.opened;
    },
  );
  const blocked = Array.from({ length: 50 }, (_, id) => run({ workspaceId: "a", id }));
  const others = Array.from({ length: 50 }, (_, id) => run({ workspaceId: "b", id: 100 + id }));
  expect((await Promise.all(others)).length).toBe(50);
  // From now on the first workspace's jobs share no statement with the others'.
  blocked.push(run({ workspaceId: "a", id: 98 }), run({ workspaceId: "a", id: 99 }));
  const more = Array.from({ length: 20 }, (_, id) => run({ workspaceId: "b", id: 200 + id }));
  await Promise.all(more);
  const mixed = sent.filter(({ workspaces }) => new Set(workspaces).size > 1);
  // Two were under way before anything was known.
  expect(mixed.length).toBeLessThanOrEqual(2);
  released.open();
  await Promise.all(blocked);
  const individual = sent.filter(({ ids }) => ids.length === 1 && ids[0] !== undefined && ids[0] < 50);
  for (const { runsFor } of individual) expect(runsFor).toBe("a");
});

test("what was given up as too slow is tried once by itself, and an outage rejects the whole batch", async () => {
  const { run, sent } = newRunner(async (jobs) => {
    throw sqlError(jobs[0]?.workspaceId === "slow" ? "57014" : "57P01");
  }, done);
  const five = (workspaceId: string) => Promise.allSettled([0, 1, 2, 3, 4].map((id) => run({ workspaceId, id })));
  for (const { status } of await five("slow")) expect(status).toBe("fulfilled");
  expect(sent.length).toBe(6);
  for (const { status } of await five("away")) expect(status).toBe("rejected");
  expect(sent.length).toBe(7);
});

test("whoever was slow stays apart until it was quick, and twice as long if it was given up by itself, as if a locked row had blocked it", async () => {
  const { run, queues } = newRunner(done, async ({ workspaceId, id }) => {
    if (workspaceId === "given up") throw sqlError("57014");
    if (id === 2) Object.assign(currentBehalf() ?? {}, { enteredAt: performance.now() - 2 * slowStatementMs });
  });
  await expect(run({ workspaceId: "given up", id: 1 })).rejects.toThrow("57014");
  await run({ workspaceId: "slow", id: 2 });
  const since = (name: string) => queues.get("")?.slowSince.get(name);
  await expect.poll(() => [since("given up")?.calmMs, since("slow")?.calmMs]).toEqual([2_000, 1_000]);
  Object.assign(since("slow") ?? {}, { at: performance.now() - 1_000 });
  await run({ workspaceId: "slow", id: 3 });
  await expect.poll(() => since("slow")).toBe(undefined);
});

test("what was given up as too slow waits from then on, not since it came, and no longer than others", async () => {
  mock.timers.enable({ apis: ["Date", "setInterval"] });
  const released = gate();
  const { run, sent, queues } = newRunner(
    async () => {
      mock.timers.tick(queueTimeoutMs - 1);
      throw sqlError("57014");
    },
    () => released.opened,
  );
  const [third, ...begun] = [1, 2, 3].map((id) => run({ workspaceId: "a", id })).reverse();
  let refusal: unknown;
  // Both places of its workspace are taken before it.
  third?.catch((error: unknown) => {
    refusal = error;
  });
  while (sent.length < 3) await turn();
  mock.timers.tick(queueTimeoutMs / 2);
  await turn();
  expect([refusal, queues.get("")?.watch]).toEqual([undefined, expect.anything()]);
  mock.timers.tick(queueTimeoutMs);
  await turn();
  expect(refusal).toMatchObject({ code: "unavailable" });
  released.open();
  expect(await Promise.all(begun)).toEqual([2, 1]);
});

test("a workspace whose statement was slow waits by itself until one was quick, and then shares again", () => {
  const own = lines.newLines<string>();
  lines.enqueue(own, "a", "a1");
  lines.enqueue(own, "b", "b1");
  lines.enqueue(own, "", "of no workspace");
  lines.markSlow(own, new Set(["a", ""]), 0);
  lines.enqueue(own, "a", "a2");
  expect(lines.takeShared(own, 10)).toEqual(["b1", "of no workspace"]);
  expect(lines.takeSlow(own, 10)).toEqual({ jobs: ["a1", "a2"], workspaces: ["a"] });
  lines.enqueue(own, "a", "a3");
  // It has one statement at a time.
  expect(lines.takeSlow(own, 10).jobs).toEqual([]);
  own.inSlow.delete("a");
  lines.markQuick(own, ["a"], 500);
  expect(lines.takeShared(own, 10)).toEqual([]);
  // One of its jobs is blocked.
  own.individual.set("a", ["a0"]);
  lines.takeIndividual(own);
  lines.markQuick(own, ["a"], 1_500);
  expect(lines.takeShared(own, 10)).toEqual([]);
  lines.leaveIndividual(own, "a");
  lines.markQuick(own, ["a"], 1_500);
  expect(lines.takeShared(own, 10)).toEqual(["a3"]);
});

test("whoever is blocked by itself again and again stays apart twice as long each time, up to a minute", () => {
  const own = lines.newLines<string>();
  const both = new Set(["a", "b"]);
  const isApart = (name: string, now: number) => {
    lines.markQuick(own, [name], now);
    return own.slowSince.has(name);
  };
  lines.markSlow(own, both, 0);
  lines.markSlow(own, both, 100);
  for (const at of [200, 300, 400]) lines.markSlow(own, new Set(["a"]), at, true);
  lines.markSlow(own, new Set(["a"]), 400);
  expect([isApart("b", 1_000), isApart("b", 1_100)]).toEqual([true, false]);
  expect([isApart("a", 8_399), isApart("a", 8_400)]).toEqual([true, false]);
  for (let time = 0; time < 20; time += 1) lines.markSlow(own, new Set(["a"]), 10_000, true);
  expect([isApart("a", 69_999), isApart("a", 70_000)]).toEqual([true, false]);
});

test("whoever was only beside the cause shares again as soon as its own job was quick", async () => {
  const released = gate();
  const isLocked = ({ id }: Job) => id === 0;
  const { run, queues } = newRunner(
    async (jobs) => {
      if (jobs.some(isLocked)) throw lockTimeout();
    },
    async (job) => {
      await turn();
      if (isLocked(job)) await released.opened;
    },
  );
  const blocked = run({ workspaceId: "a", id: 0 });
  const others = [run({ workspaceId: "a", id: 1 }), run({ workspaceId: "b", id: 2 }), run({ workspaceId: "c", id: 3 })];
  await Promise.all(others);
  await expect.poll(() => queues.get("")?.underWay.individual).toBe(1);
  expect([...(queues.get("")?.slowSince.keys() ?? [])]).toEqual(["a"]);
  released.open();
  await blocked;
});

test("what all share waits for a locked row a short time, also with one job, and that job then longer by itself", async () => {
  const waits: number[] = [];
  const { run } = newRunner(done, async (_, lockMs) => {
    waits.push(lockMs);
    if (lockMs < 1_000) throw lockTimeout();
  });
  expect(await run({ workspaceId: "a", id: 7 })).toBe(7);
  expect(waits).toEqual([300, 1_500]);
  // It is apart for now, where nobody else waits.
  expect(await run({ workspaceId: "a", id: 8 })).toBe(8);
  expect(waits).toEqual([300, 1_500, 1_500]);
});

test("the slow one of many workspaces is found: within a few statements it is alone, and all others share again", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (count, pick) => {
      const own = lines.newLines<string>();
      const slow = `w${pick % count}`;
      lines.markSlow(own, new Set(names(count)), 0);
      let now = 0;
      let statements = 0;
      for (; own.slowSince.size > 1 && statements <= 30; statements += 1) {
        for (const name of names(count)) if (!own.slow.has(name) && !own.shared.has(name)) lines.enqueue(own, name, name);
        lines.takeShared(own, 1_000);
        now += 2_000;
        const { jobs, workspaces } = lines.takeSlow(own, 1_000);
        for (const name of workspaces) own.inSlow.delete(name);
        if (jobs.includes(slow)) lines.markSlow(own, new Set(workspaces), now);
        else lines.markQuick(own, workspaces, now);
      }
      expect([...own.slowSince.keys()].filter((name) => name !== slow)).toEqual([]);
      expect(statements).toBeLessThanOrEqual(30);
    }),
    { numRuns: runs(300) },
  );
});

test("at most four jobs run individually, and two of one workspace", () => {
  const own = lines.newLines<string>();
  for (const name of ["a", "a", "a", "a", "b", "b", "b", "c"]) own.individual.set(name, [...(own.individual.get(name) ?? []), name]);
  const taken = [1, 2, 3, 4, 5].map(() => lines.takeIndividual(own)?.workspace);
  expect(taken).toEqual(["a", "b", "c", "a", undefined]);
  lines.leaveIndividual(own, "c");
  expect(lines.takeIndividual(own)?.workspace).toBe("b");
  for (const name of ["b", "b"]) lines.leaveIndividual(own, name);
  // Both places of the first workspace are in use.
  expect(lines.takeIndividual(own)?.workspace).toBe("b");
  expect(lines.takeIndividual(own)).toBe(undefined);
});

test("jobs that wait too long are refused, of their workspace only", async () => {
  test.setTimeout(20_000);
  const released = gate();
  const { run } = newRunner(
    async (jobs) => {
      if (jobs.some(({ workspaceId }) => workspaceId === "a")) throw lockTimeout();
    },
    async (job) => {
      if (job.workspaceId === "a") await released.opened;
    },
  );
  const blocked = Promise.allSettled(Array.from({ length: 10 }, (_, id) => run({ workspaceId: "a", id })));
  await pause(5_600);
  expect(await run({ workspaceId: "b", id: 100 })).toBe(100);
  released.open();
  const outcomes = await blocked;
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(2);
  for (const one of outcomes)
    if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "unavailable", headers: { "retry-after": "2" } });
});
