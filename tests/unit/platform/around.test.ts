import { test } from "@playwright/test";
import fc from "fast-check";
import { newId } from "@/lib/kernel/ids";
import { goAround } from "@/lib/platform/db/turns/around";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

/** A look passes so many lines at most, and takes from so many. */
const [maxPassed, max] = [5, 3];

/** Lines of a workspace's work, of which some are due, looked at as the statements of the queues do it. */
function newWorld(lines: boolean[], { areDone }: { areDone: boolean }) {
  const due = lines.map((isDue) => isDue);
  const name = (index: number) => String(index).padStart(3, "0");
  const look = async (after: string) => {
    const behind = due.flatMap((isDue, index) => (name(index) > after ? [{ index, isDue, position: name(index) }] : []));
    return behind
      .slice(0, maxPassed)
      .map((line, index) => ({ ...line, isLast: index === maxPassed - 1 }))
      .filter(({ isDue, isLast }) => isDue || isLast)
      .slice(0, max);
  };
  const key = newId();
  const taken: number[] = [];
  /** One turn. Returns whether there may be more. */
  const take = async (): Promise<boolean> => {
    const { passed, isMore } = await goAround({ key, begin: "", max, look });
    for (const { index, isDue } of passed) if (isDue) taken.push(index);
    if (areDone) for (const { index } of passed) due[index] = false;
    return isMore;
  };
  return { take, taken, due };
}

const anyLines = fc.array(fc.boolean(), { maxLength: 40 });

test("a line that is due has its turn behind any number of lines that are not, and no round ends while one is due", async () => {
  await fc.assert(
    fc.asyncProperty(anyLines, async (lines) => {
      const { take, taken, due } = newWorld(lines, { areDone: true });
      // Where more lines than a look passes are not due, every turn says that there may be more.
      for (let turn = 0, isMore = true; isMore && turn < 60; turn += 1) isMore = await take();
      expect(due).not.toContain(true);
      expect(taken).toEqual(lines.flatMap((isDue, index) => (isDue ? [index] : [])));
    }),
    { numRuns: runs(300) },
  );
});

test("lines that have more behind their first item have turns one after the other", async () => {
  await fc.assert(
    fc.asyncProperty(anyLines, async (lines) => {
      const { take, taken } = newWorld(lines, { areDone: false });
      const all = lines.flatMap((isDue, index) => (isDue ? [index] : []));
      for (let turn = 0; turn < 60; turn += 1) await take();
      expect(taken.length).toBeGreaterThanOrEqual(all.length);
      expect(taken).toEqual(taken.map((_, index) => all[index % all.length]));
    }),
    { numRuns: runs(300) },
  );
});

test("a turn that finds nothing behind the last one takes what came before it meanwhile", async () => {
  const { take, taken, due } = newWorld([true, true, true], { areDone: true });
  expect(await take()).toBe(true);
  due[1] = true;
  await take();
  expect(taken).toEqual([0, 1, 2, 1]);
});
