import { mock } from "node:test";
import { test } from "@playwright/test";
import { announcer } from "@/components/desk/presence/announcer";
import { expect } from "../../support/expect";

test.describe.configure({ mode: "serial" });
test.beforeEach(() => mock.timers.enable({ apis: ["setInterval", "setTimeout", "Date"] }));
test.afterEach(() => mock.timers.reset());

function setUp() {
  const said: string[] = [];
  const own = announcer((state) => said.push(state));
  const next = (ms: number) => {
    said.length = 0;
    mock.timers.tick(ms);
    return [...said];
  };
  return { own, said, next };
}

test("says at once that the agent looks, and every 20 seconds again, until the end", () => {
  const { own, said, next } = setUp();
  own.look();
  expect(said).toEqual(["looking"]);
  expect(next(60_000)).toEqual(["looking", "looking", "looking"]);
  said.length = 0;
  own.end();
  expect(said).toEqual(["left"]);
  expect(next(60_000)).toEqual([]);
  own.repeat();
  expect(said).toEqual([]);
});

test("typing is said at most every five seconds, and looking ten seconds after the last letter", () => {
  const { own, said, next } = setUp();
  own.look();
  own.type();
  expect(said).toEqual(["looking", "replying"]);
  const letters = () => {
    mock.timers.tick(500);
    own.type();
  };
  said.length = 0;
  for (let count = 1; count <= 20; count += 1) letters();
  expect(said).toEqual(["replying", "replying"]);
  expect(next(9_999)).not.toContain("looking");
  expect(next(1)).toEqual(["looking"]);
});

test("a long text keeps the agent replying, and an empty field ends it", () => {
  const { own, said } = setUp();
  own.look();
  for (let count = 1; count <= 100; count += 1) {
    own.type();
    mock.timers.tick(1_000);
  }
  expect(said.filter((state) => state === "looking")).toHaveLength(1);
  said.length = 0;
  own.endTyping();
  own.endTyping();
  expect(said).toEqual(["looking"]);
});

test("repeats what the agent does for somebody who came later", () => {
  const { own, said } = setUp();
  own.look();
  own.type();
  own.repeat();
  expect(said).toEqual(["looking", "replying", "replying"]);
});
