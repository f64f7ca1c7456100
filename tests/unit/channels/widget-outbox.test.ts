import { test } from "@playwright/test";
import { CallError, type VisitorMessage } from "@/components/channels/website/api";
import { createOutbox } from "@/components/channels/website/outbox";
import type { StoredMessage } from "@/components/channels/website/protocol";
import { newId } from "@/lib/kernel/ids";
import { expect } from "../../support/expect";

type Sent = { id: string; text: string; attachments: string[] };

const saved = ({ id, text }: Sent): VisitorMessage => ({
  id,
  author: "customer",
  authorName: null,
  text,
  attachments: [],
  isEdited: false,
  isDeleted: false,
  createdAt: new Date().toISOString(),
  seq: 1,
});

/** An outbox whose server answers with `answers` one by one, and with a success afterwards. */
function setUp({
  answers = [],
  stored = [],
  identifying = [],
}: {
  answers?: CallError[];
  stored?: StoredMessage[];
  identifying?: CallError[];
} = {}) {
  const [sent, refused, disk] = [[] as string[], [] as number[], new Map(stored.map(({ id, value }) => [id, value]))];
  const outbox = createOutbox({
    api: {
      async send(message) {
        sent.push(message.text);
        const failure = answers.shift();
        if (failure) throw failure;
        return { message: saved(message) };
      },
    },
    stored,
    store: (id, value) => (value === null ? disk.delete(id) : disk.set(id, value)),
    async identified() {
      const failure = identifying.shift();
      if (failure) throw failure;
    },
    onChange: () => undefined,
    onSaved: () => undefined,
    onRefused: ({ status }) => refused.push(status),
  });
  const write = (text: string) => outbox.send({ id: newId(), text, attachments: [], writtenAt: new Date().toISOString() });
  const states = () => outbox.unsent().map(({ text, state }) => `${text}: ${state}`);
  return { outbox, write, states, sent, refused, disk };
}

test("sends in order, one at a time", async () => {
  const { outbox, write, sent, disk } = setUp();
  for (const text of ["a", "b", "c"]) write(text);
  await expect.poll(() => outbox.unsent().length).toBe(0);
  expect(sent).toEqual(["a", "b", "c"]);
  expect(disk.size).toBe(0);
});

test("without an answer all wait, are kept, and go out in order later", async () => {
  const { outbox, write, states, sent, disk } = setUp({ answers: [new CallError(0), new CallError(503)] });
  write("a");
  write("b");
  await expect.poll(states).toEqual(["a: failed", "b: failed"]);
  expect(disk.size).toBe(2);
  outbox.wake();
  await expect.poll(() => sent.length).toBe(2);
  await expect.poll(() => outbox.unsent().length, { timeout: 10_000 }).toBe(0);
  expect(sent).toEqual(["a", "a", "a", "b"]);
  expect(disk.size).toBe(0);
});

test("a refused message stays and says so, and the next one is sent", async () => {
  const { outbox, write, states, sent, refused, disk } = setUp({ answers: [new CallError(409)] });
  write("a");
  write("b");
  await expect.poll(states).toEqual(["a: refused"]);
  expect([sent, refused]).toEqual([["a", "b"], [409]]);
  outbox.retry();
  expect(states()).toEqual(["a: refused"]);
  const [left] = outbox.unsent();
  outbox.discard(left?.id ?? "");
  expect(outbox.unsent()).toEqual([]);
  expect(disk.size).toBe(0);
});

test("a limit is waited for, without calling the message unsent", async () => {
  const { outbox, write, states, sent } = setUp({ answers: [new CallError(429, "", 1_500)] });
  write("a");
  await expect.poll(() => outbox.isThrottled()).toBe(true);
  expect(states()).toEqual(["a: sending"]);
  outbox.wake();
  expect(sent).toEqual(["a"]);
  await expect.poll(() => outbox.unsent().length).toBe(0);
  expect(outbox.isThrottled()).toBe(false);
  expect(sent).toEqual(["a", "a"]);
});

test("nothing is sent before it is known who the visitor is", async () => {
  const { outbox, write, states, sent } = setUp({ identifying: [new CallError(0)] });
  write("a");
  await expect.poll(states).toEqual(["a: failed"]);
  expect(sent).toEqual([]);
  outbox.retry();
  await expect.poll(() => outbox.unsent().length).toBe(0);
  expect(sent).toEqual(["a"]);
});

test("sends what an earlier page stored, oldest first, and ignores what is no message", async () => {
  const value = (text: string, at: number) => JSON.stringify({ text, attachments: [], writtenAt: new Date(at).toISOString() });
  const stored = [
    { id: newId(), value: value("later", 2_000) },
    { id: newId(), value: "{}" },
    { id: newId(), value: value("earlier", 1_000) },
    { id: newId(), value: "not JSON" },
  ];
  const { outbox, sent } = setUp({ stored });
  await expect.poll(() => outbox.unsent().length).toBe(0);
  expect(sent).toEqual(["earlier", "later"]);
});

test("after its end nothing is sent any more", async () => {
  const { outbox, write, sent } = setUp({ answers: [new CallError(0)] });
  write("a");
  await expect.poll(() => sent.length).toBe(1);
  outbox.end();
  write("b");
  outbox.wake();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toEqual(["a"]);
});
