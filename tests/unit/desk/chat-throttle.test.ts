import { test } from "@playwright/test";
import { concerns } from "@/lib/desk/panel/browser/panel-updates";
import { throttle } from "@/lib/kernel/throttle";
import { expect } from "../../support/expect";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("many requests cause one run at once and one afterwards, never two at a time", async () => {
  let runs = 0;
  let running = 0;
  let maxRunning = 0;
  const request = throttle(20, async () => {
    runs += 1;
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await pause(10);
    running -= 1;
  });
  for (let count = 0; count < 50; count += 1) request();
  expect(runs).toBe(1);
  await pause(120);
  expect(runs).toBe(2);
  expect(maxRunning).toBe(1);
});

test("a request during a run causes another run, even when the first one failed", async () => {
  let [runs, ended] = [0, 0];
  const request = throttle(5, async () => {
    runs += 1;
    await pause(10);
    ended += 1;
    throw new Error("away");
  });
  request();
  await pause(2);
  request();
  await expect.poll(() => ended).toBe(2);
  // Until it may run again.
  await pause(20);
  expect(runs).toBe(2);
  request();
  expect(runs).toBe(3);
});

const noChanges = { chats: [], reset: [], items: [], contacts: [], people: [], calls: [] };
const panel = { contact: { id: "contact" }, person: { id: "person" }, linkedChats: [{ id: "linked" }] } as unknown as Parameters<
  typeof concerns
>[2];

test("a change notification concerns the open chat when it names the chat, a linked one, its person or its contact", () => {
  expect(concerns(noChanges, "chat", panel)).toBe(false);
  expect(concerns({ ...noChanges, chats: [{ id: "other", seq: 9 }], people: ["other"], contacts: ["other"] }, "chat", panel)).toBe(false);
  expect(concerns({ ...noChanges, chats: [{ id: "chat", seq: 9 }] }, "chat", panel)).toBe(true);
  expect(concerns({ ...noChanges, chats: [{ id: "linked", seq: 9 }] }, "chat", panel)).toBe(true);
  expect(concerns({ ...noChanges, reset: ["chat"] }, "chat", panel)).toBe(true);
  expect(concerns({ ...noChanges, people: ["person"] }, "chat", panel)).toBe(true);
  expect(concerns({ ...noChanges, contacts: ["contact"] }, "chat", panel)).toBe(true);
});
