import { test } from "@playwright/test";
import fc from "fast-check";
import { type FairQueue, push, remove, takeTurn } from "@/lib/platform/db/fair-queue";
import { boundsOf, evenBounds, forAll, forNone, newPlaces, type PlaceBounds, Places } from "@/lib/platform/db/places";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const limit = { waitMs: 60_000, late: () => new Error("too late") };

/** Places whose use is recorded: `release(name)` ends the oldest use of a workspace. */
function newRecorder(bounds: PlaceBounds) {
  const state = newPlaces();
  const places = new Places(bounds, () => state);
  const inside = new Map<string, (() => void)[]>();
  const admitted: string[] = [];
  const acquire = (workspace: string) =>
    places.acquire(workspace, limit, (_, free) => {
      admitted.push(workspace);
      inside.set(workspace, [...(inside.get(workspace) ?? []), free]);
    });
  const release = (workspace: string) => {
    const [first, ...rest] = inside.get(workspace) ?? [];
    inside.set(workspace, rest);
    first?.();
  };
  const of = (workspace: string) => inside.get(workspace)?.length ?? 0;
  const total = () => [...inside.values()].reduce((sum, one) => sum + one.length, 0);
  /** Timers of those that wait would keep the process alive. */
  const end = () => {
    for (let left = total(); left > 0; left = total()) for (const workspace of [...inside.keys()]) release(workspace);
  };
  return { places, acquire, release, of, total, admitted, end };
}

test("with 5,000 waiting of one workspace, one of another is taken within the next two turns", () => {
  const queue: FairQueue<number> = new Map();
  for (let index = 0; index < 5_000; index += 1) push(queue, "a", index);
  takeTurn(queue);
  push(queue, "b", 1);
  const next = [takeTurn(queue), takeTurn(queue)].map((taken) => taken?.workspace);
  expect(next).toContain("b");
});

test("what waits is taken by workspace in turn, of each in the order in which it came", () => {
  const names = fc.constantFrom("a", "b", "c", "d");
  fc.assert(
    fc.property(fc.array(names, { maxLength: 60 }), (arrivals) => {
      const queue: FairQueue<number> = new Map();
      for (const [index, name] of arrivals.entries()) push(queue, name, index);
      const taken: { workspace: string; item: number }[] = [];
      for (let next = takeTurn(queue); next; next = takeTurn(queue)) taken.push(next);
      expect(taken.map(({ item }) => item).sort((a, b) => a - b)).toEqual(arrivals.map((_, index) => index));
      for (const name of new Set(arrivals)) {
        const own = taken.filter(({ workspace }) => workspace === name).map(({ item }) => item);
        expect(own).toEqual([...own].sort((a, b) => a - b));
      }
      // Between two of one workspace, every other one that still waits has had one.
      for (const [at, { workspace }] of taken.entries()) {
        const again = taken.findIndex((one, index) => index > at && one.workspace === workspace);
        const later = new Set(taken.slice(again + 1).map((one) => one.workspace));
        const between = new Set(taken.slice(at + 1, again).map((one) => one.workspace));
        if (again > 0) for (const other of later) expect(other === workspace || between.has(other)).toBe(true);
      }
    }),
    { numRuns: runs(300) },
  );
});

test("an item that is removed leaves its workspace's turn where it was", () => {
  const queue: FairQueue<string> = new Map();
  for (const item of ["a1", "a2"]) push(queue, "a", item);
  push(queue, "b", "b1");
  remove(queue, "a", "a1");
  expect(takeTurn(queue)).toEqual({ workspace: "a", item: "a2" });
  remove(queue, "b", "b1");
  expect(queue.size).toBe(0);
});

test("one workspace has all places but the kept ones while no other waits, and at most its share while one does", () => {
  const { acquire, release, of, end } = newRecorder(boundsOf(10));
  for (let index = 0; index < 20; index += 1) acquire("a");
  expect(of("a")).toBe(7);
  // The kept places: one for a workspace that has none, one for what no workspace asked for, one for the statements of all.
  acquire("b");
  acquire("c");
  acquire(forNone);
  acquire(forAll);
  expect([of("b"), of("c"), of(forNone), of(forAll)]).toEqual([1, 0, 1, 1]);
  release("a");
  expect([of("a"), of("c")]).toEqual([6, 1]);
  acquire("b");
  for (let index = 0; index < 4; index += 1) release("a");
  expect(of("b")).toBe(2);
  expect(of("a")).toBeLessThanOrEqual(7 - of("b"));
  end();
});

test("one workspace, a statement of all and one of none leave a place for another workspace, whoever came first", () => {
  for (const busy of [
    [forNone, forAll, "a"],
    [forNone, "a", forAll],
    ["a", forNone, forAll],
    ["a", forAll, forNone],
  ]) {
    const { acquire, of, end } = newRecorder(boundsOf(10));
    for (const name of busy) for (let index = 0; index < (name === "a" ? 20 : 1); index += 1) acquire(name);
    acquire("b");
    expect([of(forAll), of("b")], busy.join()).toEqual([1, 1]);
    end();
  }
});

test("what no workspace asked for has half of the places at most, even while nothing else waits", () => {
  const { places, acquire, release, of, end } = newRecorder(boundsOf(10));
  for (let index = 0; index < 9; index += 1) acquire(forNone);
  expect([of(forNone), places.waitingOf(forNone)]).toEqual([5, 4]);
  release(forNone);
  expect([of(forNone), places.waitingOf(forNone)]).toEqual([5, 3]);
  for (let index = 0; index < 3; index += 1) acquire("a");
  expect(of("a")).toBe(3);
  end();
});

test("a place that one workspace with more than its share leaves is for another that waits, whoever waited first", () => {
  const { acquire, release, of, end } = newRecorder(evenBounds(4));
  for (let index = 0; index < 8; index += 1) acquire("a");
  expect(of("a")).toBe(4);
  for (let index = 0; index < 3; index += 1) acquire("b");
  const shares = [1, 2, 3].map(() => {
    release("a");
    return [of("a"), of("b")];
  });
  expect(shares).toEqual([
    [3, 1],
    [2, 2],
    [2, 2],
  ]);
  end();
});

test("in any order of calls there are never more inside than places, shares hold while others wait, and all are served", () => {
  const names = ["a", "b", "c", forAll, forNone];
  const step = fc.record({ name: fc.constantFrom(...names), isEntering: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 120 }),
      fc.constantFrom(boundsOf(1), boundsOf(3), boundsOf(10), evenBounds(5)),
      (steps, bounds) => {
        const { places, acquire, release, of, total, admitted, end } = newRecorder(bounds);
        let entered = 0;
        for (const { name, isEntering } of steps) {
          const before = admitted.length;
          if (isEntering) {
            entered += 1;
            acquire(name);
          } else release(name);
          expect(total()).toBeLessThanOrEqual(bounds.places);
          if (bounds.keptForNone > 0) expect(of(forNone)).toBeLessThanOrEqual(bounds.share);
          // No workspace waits while a place is free that is kept for no other.
          const unkept = bounds.places - bounds.keptForAll - bounds.keptForNone - bounds.keptForNew;
          if (places.waiting > places.waitingOf(forNone)) expect(total()).toBeGreaterThanOrEqual(unkept);
          for (const one of admitted.slice(before)) {
            const doOthersWait = names.some((other) => other !== one && places.waitingOf(other) > 0);
            if (doOthersWait) expect(of(one)).toBeLessThanOrEqual(bounds.share);
          }
        }
        end();
        expect(admitted.length).toBe(entered);
        expect([places.waiting, total()]).toEqual([0, 0]);
      },
    ),
    { numRuns: runs(1_000) },
  );
});

test("one that waits too long gets its error, and those behind it go on", async () => {
  const state = newPlaces();
  const places = new Places(evenBounds(1), () => state);
  const release = await places.take("a", limit);
  const late = places.take("b", { waitMs: 5, late: () => new Error("too late") });
  const next = places.take("b", limit);
  await expect(late).rejects.toThrow("too late");
  release();
  release();
  (await next)();
  expect([state.inUse, places.waiting, places.isFree("c")]).toEqual([0, 0, true]);
});
