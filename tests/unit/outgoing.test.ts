import { expect, test } from "@playwright/test";
import type { Message } from "@/lib/platform/notify/message";
import { newOutgoing, outgoing } from "@/lib/platform/notify/outgoing";

type Told = Omit<Message, "from">;
const poke = (id: string) => ({ poke: ["workspace", { people: [id] }] as [string, { people: string[] }] });
const names = ({ pokes }: Told) => pokes.map(([, { people }]) => people?.[0]);

/** A way to the others that answers when the test says so. */
function way() {
  const told: Told[] = [];
  const answers: { resolve: (value?: unknown) => void; reject: (error: Error) => void }[] = [];
  const publish = (message: Told) => {
    told.push(structuredClone(message));
    return new Promise((resolve, reject) => answers.push({ resolve, reject }));
  };
  return { told, answers, out: outgoing(publish, newOutgoing()) };
}

test("the first thing is told at once, and what comes up meanwhile goes together, in order", async () => {
  const { told, answers, out } = way();
  for (const id of ["a", "b", "c"]) out.add(poke(id));
  out.add({ changed: "workspace" });
  expect(told.map(names)).toEqual([["a"]]);
  answers[0]?.resolve();
  await expect.poll(() => told).toHaveLength(2);
  expect(told[1]).toMatchObject({ changed: ["workspace"], missed: false });
  expect(names(told[1] as Told)).toEqual(["b", "c"]);
  answers[1]?.resolve();
  await out.settled();
  expect(told).toHaveLength(2);
});

test("however long nobody answers, little is kept, and then all are told to look at everything", async () => {
  const { told, answers, out } = way();
  for (let count = 0; count < 100_000; count += 1) out.add(poke(String(count)));
  answers[0]?.resolve();
  await expect.poll(() => told).toHaveLength(2);
  expect(told[1]?.pokes.length).toBeLessThan(2_001);
  expect(told[1]?.missed).toBe(true);
});

test("after a failure nothing is kept and nobody is held, and as soon as something can be told again it is to look at everything", async () => {
  const { told, answers, out } = way();
  out.add(poke("a"));
  out.add(poke("b"));
  answers[0]?.reject(new Error("away"));
  await out.settled();
  for (let count = 0; count < 1_000; count += 1) out.add(poke("c"));
  expect(told).toHaveLength(1);
  await expect.poll(() => told, { timeout: 3_000 }).toHaveLength(2);
  expect(told[1]).toEqual({ pokes: [], changed: [], missed: true });
  answers[1]?.resolve();
  await out.settled();
  out.add(poke("d"));
  expect(names(told[2] as Told)).toEqual(["d"]);
  expect(told[2]?.missed).toBe(false);
});

test("who is leaving and cannot tell anybody does not wait", async () => {
  const { answers, out } = way();
  out.add(poke("a"));
  answers[0]?.reject(new Error("away"));
  await out.settled();
  out.stop();
});
