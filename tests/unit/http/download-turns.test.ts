import { test } from "@playwright/test";
import { chunksInTurn } from "@/lib/http/limits/download-turns";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";

test.afterEach(() => {
  delete runtime.downloadChunks;
});

/** A file whose chunks are made when `open` was called, and which notes each. */
function newFile(name: string, made: string[], length: number) {
  const state = { underWay: 0, isReturned: false };
  async function* chunks() {
    try {
      for (let at = 0; at < length; at += 1) {
        state.underWay += 1;
        await new Promise((resolve) => setImmediate(resolve));
        made.push(name);
        state.underWay -= 1;
        yield `${name}${at}`;
      }
    } finally {
      state.isReturned = true;
    }
  }
  return { chunks: chunks(), state };
}

const readAll = async (chunks: AsyncIterable<string>) => {
  const texts: string[] = [];
  for await (const text of chunks) texts.push(text);
  return texts;
};

test("the chunks of files are made in turn by workspace, one of each at a time", async () => {
  const made: string[] = [];
  const files = Array.from({ length: 15 }, () => newFile("a", made, 20));
  const many = files.map(({ chunks }) => readAll(chunksInTurn("a", chunks)));
  let max = 0;
  const watching = setInterval(() => {
    max = Math.max(
      max,
      files.reduce((sum, { state }) => sum + state.underWay, 0),
    );
  });
  const other = await readAll(chunksInTurn("b", newFile("b", made, 10).chunks));
  clearInterval(watching);
  expect(other).toEqual(Array.from({ length: 10 }, (_, at) => `b${at}`));
  expect(max).toBeLessThanOrEqual(1);
  // Each of its ten waited for few of the others' three hundred.
  expect(made.filter((name) => name === "a").length).toBeLessThanOrEqual(30);
  expect((await Promise.all(many)).map(({ length }) => length)).toEqual(Array.from({ length: 15 }, () => 20));
});

test("other calls are answered between two chunks, also of a file that waits for nothing", async () => {
  async function* chunks() {
    yield* ["0", "1", "2"];
  }
  const seen: string[] = [];
  setImmediate(() => seen.push("another call"));
  for await (const text of chunksInTurn("a", chunks())) seen.push(text);
  expect(seen).toEqual(["another call", "0", "1", "2"]);
});

test("a workspace has at max so many files made at once, and one that nobody reads to its end is given up", async () => {
  const made: string[] = [];
  const reading = Array.from({ length: 30 }, () => readAll(chunksInTurn("a", newFile("a", made, 5).chunks)));
  const outcomes = await Promise.allSettled(reading);
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(21);
  for (const one of outcomes)
    if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "unavailable", headers: { "retry-after": "10" } });
  const file = newFile("a", made, 5);
  const chunks = chunksInTurn("a", file.chunks);
  await chunks.next();
  await chunks.return();
  expect(file.state.isReturned).toBe(true);
  expect(await readAll(chunksInTurn("a", newFile("a", made, 2).chunks))).toEqual(["a0", "a1"]);
});
