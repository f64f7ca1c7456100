import { test } from "@playwright/test";
import type { Message } from "@/lib/platform/notify/message";
import { newOutgoing, outgoing } from "@/lib/platform/notify/outgoing";
import { expect } from "../../support/expect";

type SentMessage = Omit<Message, "from">;
const notification = (id: string) => ({ notification: ["workspace", { people: [id] }] as [string, { people: string[] }] });
const names = ({ notifications }: SentMessage) => notifications.map(([, { people }]) => people?.[0]);

/** An outgoing queue whose publish promises the test resolves or rejects. */
function newQueue() {
  const sent: SentMessage[] = [];
  const replies: { resolve: (value?: unknown) => void; reject: (error: Error) => void }[] = [];
  const publish = (message: SentMessage) => {
    sent.push(structuredClone(message));
    return new Promise((resolve, reject) => replies.push({ resolve, reject }));
  };
  return { sent, replies, out: outgoing(publish, newOutgoing()) };
}

test("sends the first notification at once, and those that follow meanwhile as one batch, in order", async () => {
  const { sent, replies, out } = newQueue();
  for (const id of ["a", "b", "c"]) out.add(notification(id));
  out.add({ changed: "workspace" });
  expect(sent.map(names)).toEqual([["a"]]);
  replies[0]?.resolve();
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ changed: ["workspace"], missed: false });
  expect(names(sent[1] as SentMessage)).toEqual(["b", "c"]);
  replies[1]?.resolve();
  await out.idle();
  expect(sent).toHaveLength(2);
});

test("passes on what another instance need not wait for", async () => {
  const { sent, replies, out } = newQueue();
  out.add({ hint: "resting", id: "service" });
  replies[0]?.resolve();
  await out.idle();
  expect(sent).toEqual([{ notifications: [], changed: [], resting: ["service"], subscribed: [], missed: false }]);
});

test("bounds the queue while a publish hangs, and then tells the instances that notifications were missed", async () => {
  const { sent, replies, out } = newQueue();
  for (let count = 0; count < 100_000; count += 1) out.add(notification(String(count)));
  replies[0]?.resolve();
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]?.notifications.length).toBeLessThan(2_001);
  expect(sent[1]?.missed).toBe(true);
});

test("drops notifications without waiting after a failure, and sends `missed` as soon as publishing works again", async () => {
  const { sent, replies, out } = newQueue();
  out.add(notification("a"));
  out.add(notification("b"));
  replies[0]?.reject(new Error("away"));
  await out.idle();
  for (let count = 0; count < 1_000; count += 1) out.add(notification("c"));
  expect(sent).toHaveLength(1);
  await expect.poll(() => sent, { timeout: 3_000 }).toHaveLength(2);
  expect(sent[1]).toEqual({ notifications: [], changed: [], resting: [], subscribed: [], missed: true });
  replies[1]?.resolve();
  await out.idle();
  out.add(notification("d"));
  expect(names(sent[2] as SentMessage)).toEqual(["d"]);
  expect(sent[2]?.missed).toBe(false);
});

test("stop does not wait after a failed publish", async () => {
  const { replies, out } = newQueue();
  out.add(notification("a"));
  replies[0]?.reject(new Error("away"));
  await out.idle();
  out.stop();
});
