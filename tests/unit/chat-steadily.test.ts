import { expect, test } from "@playwright/test";
import { concerns } from "@/lib/domain/panel/browser/live-chats";
import { steadily } from "@/lib/kernel/throttle";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("many requests are one run at once and one afterwards, never two at a time", async () => {
  let runs = 0;
  let under = 0;
  let most = 0;
  const ask = steadily(20, async () => {
    runs += 1;
    under += 1;
    most = Math.max(most, under);
    await pause(10);
    under -= 1;
  });
  for (let count = 0; count < 50; count += 1) ask();
  expect(runs).toBe(1);
  await pause(120);
  expect(runs).toBe(2);
  expect(most).toBe(1);
});

test("a request during a run is followed by a run, also when the first one failed", async () => {
  let runs = 0;
  const ask = steadily(5, async () => {
    runs += 1;
    await pause(10);
    throw new Error("away");
  });
  ask();
  await pause(2);
  ask();
  await pause(60);
  expect(runs).toBe(2);
  ask();
  expect(runs).toBe(3);
});

const nothing = { chats: [], reset: [], contacts: [], people: [], calls: [] };
const panel = { contact: { id: "contact" }, person: { id: "person" } } as unknown as Parameters<typeof concerns>[2];

test("a poke concerns the open chat by the chat, its person or its contact", () => {
  expect(concerns(nothing, "chat", panel)).toBe(false);
  expect(concerns({ ...nothing, chats: [{ id: "other", seq: 9 }], people: ["other"], contacts: ["other"] }, "chat", panel)).toBe(false);
  expect(concerns({ ...nothing, chats: [{ id: "chat", seq: 9 }] }, "chat", panel)).toBe(true);
  expect(concerns({ ...nothing, reset: ["chat"] }, "chat", panel)).toBe(true);
  expect(concerns({ ...nothing, people: ["person"] }, "chat", panel)).toBe(true);
  expect(concerns({ ...nothing, contacts: ["contact"] }, "chat", panel)).toBe(true);
});
