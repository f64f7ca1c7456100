import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import fc from "fast-check";
import { callsPerMinute } from "@/lib/workspace/usage";
import { type Cost, type Costs, costIn, readCosts, type Shared, sizeAt } from "../../bench/scale/costs";
import { bytesOf } from "../../bench/scale/disk";
import { load, type Measures, ratesOf, ratesOfOne, today } from "../../bench/scale/load";
import { machine, prices } from "../../bench/scale/machine";
import { firstOf, installationFor, instancesFor, limitOf, moneyOf, type PartName, type Parts, planFor } from "../../bench/scale/model";
import { heldConnections, shown, surge, titledTables, withTables } from "../../bench/scale/tables";
import { useOf } from "../../bench/scale/use";
import { expect } from "../../support/expect";

const by = "made up for this test";
const cost = (instanceMs: number, databaseMs: number, redisMs = 0): Cost => ({
  instanceMs,
  databaseMs,
  redisMs,
  logBytes: 500,
  replyBytes: 800,
});
const shared = (one: Cost, many: Cost): Shared => ({ by, one, many, perStatement: 32, statementMs: 2 });
const call = (instanceMs: number, databaseMs: number) => ({ by, ...cost(instanceMs, databaseMs) });

const costs: Costs = {
  machine: by,
  shared: {
    event: shared(cost(0.7, 0.8, 0.02), cost(0.3, 0.2, 0.02)),
    get: shared(cost(0.6, 0.3, 0.02), cost(0.4, 0.1, 0.02)),
    put: shared(cost(0.6, 0.5, 0.02), cost(0.3, 0.2, 0.02)),
  },
  calls: {
    chatList: call(2, 1),
    chatRows: call(1, 0.5),
    newItems: call(1, 0.5),
    panel: call(2, 1),
    contactList: call(2, 2),
    search: call(2, 5),
    customerMessage: call(4, 3),
    agentMessage: call(3, 2),
  },
  stream: { by, instanceMs: 0.03, databaseMs: 0.01, memoryBytes: 20_000 },
  frame: { by, instanceMs: 0.01, bytes: 450 },
  bus: { by, receiveMs: 0.03, redisMs: 0.003 },
  idle: { by, instanceMs: 10, databaseMs: 6, redisMs: 1 },
  memory: { by, instanceBytes: 400e6 },
  rows: { by, event: 700, contact: 900, chat: 1_500, item: 700, requestLine: 350, minute: 150 },
  citus: { by, factor: 1.8, coordinatorShare: 0.3 },
};
const world = { load, costs, machine };
const workspaces = fc.integer({ min: 10, max: 60_000 });
const anyMeasures: fc.Arbitrary<Measures> = fc.record({
  batching: fc.boolean(),
  itemsInNotifications: fc.boolean(),
  replica: fc.boolean(),
  citus: fc.boolean(),
  othersEverySeconds: fc.integer({ min: 1, max: 60 }),
  tickSeconds: fc.constantFrom(15, 60),
});

test("twice the workspaces never take fewer instances, nodes, connections or less disk", () => {
  fc.assert(
    fc.property(workspaces, anyMeasures, (count, measures) => {
      const [once, twice] = [planFor(count, world, measures).total, planFor(2 * count, world, measures).total];
      expect(twice.instances).toBeGreaterThanOrEqual(once.instances);
      expect(twice.nodes).toBeGreaterThanOrEqual(once.nodes);
      expect(twice.connections).toBeGreaterThanOrEqual(once.connections);
      expect(twice.disk).toBeCloseTo(2 * once.disk, -3);
    }),
    { numRuns: 30 },
  );
});

test("what is planned is enough, and one instance fewer is not", () => {
  fc.assert(
    fc.property(workspaces, (count) => {
      const rates = ratesOf(count, load, today);
      const instances = instancesFor(rates, world, today);
      if (instances === undefined) return;
      const isEnough = (number: number) => {
        const use = useOf(rates, costs, number, today);
        const memory = costs.memory.instanceBytes + use.streamsEach * costs.stream.memoryBytes;
        return use.instanceMs <= machine.instance.use * 1_000 && memory <= machine.instance.memoryBytes;
      };
      expect(isEnough(instances)).toBe(true);
      if (instances > machine.instance.min) expect(isEnough(instances - 1)).toBe(false);
    }),
  );
});

test("whole instances and nodes are counted, and never fewer than two instances for an installation", () => {
  fc.assert(
    fc.property(workspaces, (count) => {
      const { installations, total } = planFor(count, world, today);
      for (const number of [installations, total.instances, total.nodes, total.connections]) expect(Number.isInteger(number)).toBe(true);
      expect(total.instances).toBeGreaterThanOrEqual(2 * installations);
    }),
    { numRuns: 30 },
  );
});

test("the part that gives out first is the one that is used most", () => {
  const part = fc.double({ min: 0, max: 10, noNaN: true });
  const all = fc.record<Parts>({ processor: part, disk: part, log: part, connections: part, redis: part, bus: part });
  fc.assert(fc.property(all, (parts) => expect(parts[firstOf(parts)]).toBe(Math.max(...Object.values(parts)))));
});

test("up to its limit a part is enough, and above it is not", () => {
  for (const name of ["processor", "disk", "connections", "redis"] satisfies PartName[]) {
    const limit = limitOf(name, world, today);
    expect(installationFor(limit, world, today)?.parts[name]).toBeLessThanOrEqual(1);
    expect(installationFor(limit + 1, world, today)?.parts[name] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(1);
  }
});

test("a planned installation uses no common part above what is allowed", () => {
  for (const size of [1_000, 10_000, 100_000]) {
    const { each } = planFor(size, world, today);
    for (const name of ["connections", "redis", "bus"] as const) expect(each.parts[name]).toBeLessThanOrEqual(1);
    if (each.nodes === 1) for (const value of Object.values(each.parts)) expect(value).toBeLessThanOrEqual(1);
  }
});

test("a statement for one, and for as many as were measured, costs what was measured, and between them what is between", () => {
  const { event } = costs.shared;
  expect(costIn(1, event).databaseMs).toBeCloseTo(event.one.databaseMs, 9);
  expect(costIn(event.perStatement, event).instanceMs).toBeCloseTo(event.many.instanceMs, 9);
  fc.assert(
    fc.property(fc.double({ min: 1, max: 64, noNaN: true }), fc.double({ min: 1, max: 64, noNaN: true }), (a, b) => {
      const [small, large] = a < b ? [a, b] : [b, a];
      expect(costIn(large, event).databaseMs).toBeLessThanOrEqual(costIn(small, event).databaseMs + 1e-12);
    }),
  );
});

test("few calls have a statement each, and no statement has more than the product allows", () => {
  expect(sizeAt(1, { statementMs: 2 })).toBe(1);
  expect(sizeAt(4_000, { statementMs: 2 })).toBe(4);
  expect(sizeAt(1_000_000, { statementMs: 2 })).toBe(64);
});

test("each measure that was taken never makes the installation larger or a surge smaller", () => {
  for (const size of [1_000, 10_000, 100_000]) {
    const plan = planFor(size, world, today);
    for (const without of [{ batching: false }, { itemsInNotifications: false }, { replica: false }]) {
      expect(planFor(size, world, { ...today, ...without }).total.instances).toBeGreaterThanOrEqual(plan.total.instances);
    }
    expect(surge(plan, world, today)).toBeGreaterThanOrEqual(surge(plan, world, { ...today, batching: false }));
  }
});

test("no kind of workspace calls more than its limit at the busiest time", () => {
  for (const kind of load.kinds) {
    const { event, get, put } = ratesOfOne(kind, load, today).shared;
    expect(60 * (event + get + put)).toBeLessThanOrEqual(callsPerMinute);
  }
  expect(load.kinds.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
});

test("what is kept twice as long takes at most twice the disk, and more than before", () => {
  const before = bytesOf(1_000, load, costs.rows);
  const after = bytesOf(1_000, { ...load, eventsKeptDays: 2 * load.eventsKeptDays, itemsKeptDays: 2 * load.itemsKeptDays }, costs.rows);
  expect(after).toBeGreaterThan(before);
  expect(after).toBeLessThanOrEqual(2 * before);
});

test("money is the sum of its parts, and twice the prices are twice the money", () => {
  const plan = planFor(10_000, world, today);
  const { total, ...parts } = moneyOf(plan, world, prices);
  expect(total).toBeCloseTo(
    Object.values(parts).reduce((sum, value) => sum + value, 0),
    6,
  );
  const doubled = Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, 2 * price])) as typeof prices;
  expect(moneyOf(plan, world, doubled).total).toBeCloseTo(2 * total, 6);
});

test("callers who wait for a lock never hold more connections than there are", () => {
  expect(heldConnections(5, 0.1, 10)).toBe(1);
  expect(heldConnections(5, 7, 10)).toBe(10);
  expect(heldConnections(5, 7, 3)).toBe(3);
});

test("numbers are shown with the digits that count", () => {
  expect([0.1234, 3.456, 98.76, 1_234, 123_456].map(shown)).toEqual(["0.12", "3.5", "99", "1,230", "123,000"]);
});

test("every measured cost says by which command it was measured", () => {
  const measured = readCosts();
  const { shared, calls, machine: _, ...others } = measured;
  for (const { by: command } of [...Object.values(shared), ...Object.values(calls), ...Object.values(others)])
    expect(command.length).toBeGreaterThan(10);
});

test("docs/scale.md has the tables that npm run scale prints", () => {
  const document = readFileSync("docs/scale.md", "utf8");
  expect(withTables(document, titledTables(readCosts())), "npm run scale -- --write puts them there").toBe(document);
});
