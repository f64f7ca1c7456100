import { test } from "@playwright/test";
import { listChats, sendMessage } from "@/lib/chats/contract";
import { sessionCookie } from "@/lib/http/auth/session";
import { readInTurn } from "@/lib/http/limits/read-turns";
import { fromRequest } from "@/lib/http/request";
import type { Contract } from "@/lib/kernel/contract";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";

test.afterEach(() => {
  delete runtime.reads;
});

/** Calls of a session that end when `end` is called. */
function newCalls(session: string | undefined, contract: Contract = listChats) {
  const headers = session === undefined ? {} : { cookie: `${sessionCookie}=${session}` };
  const request = fromRequest(new Request("http://beside/api/w/acme/chats", { headers }));
  const ends: (() => void)[] = [];
  const call = () =>
    readInTurn(contract, { request, path: "/api/w/acme/chats" }, () => new Promise<void>((resolve) => ends.push(() => resolve())));
  return {
    call,
    underWay: () => ends.length,
    endAll: () => {
      for (const end of ends.splice(0)) end();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("four reads of a screen are answered at a time, and another one's beside them", async () => {
  const many = newCalls("first");
  const reads = Array.from({ length: 20 }, many.call);
  await settled();
  expect(many.underWay()).toBe(4);
  const other = newCalls("second");
  const read = other.call();
  await settled();
  expect(other.underWay()).toBe(1);
  while (many.underWay() > 0) {
    many.endAll();
    await settled();
    expect(many.underWay()).toBeLessThanOrEqual(4);
  }
  await Promise.all(reads);
  other.endAll();
  await read;
});

test("one that waits for something itself does not hold up the others for long, and too many are refused", async () => {
  const many = newCalls("first");
  const reads = Promise.allSettled(Array.from({ length: 210 }, many.call));
  await expect.poll(many.underWay).toBeGreaterThan(8);
  while (many.underWay() > 0) {
    many.endAll();
    await settled();
  }
  const outcomes = await reads;
  const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  expect(refused.length).toBe(6);
  for (const reason of refused) expect(reason).toMatchObject({ code: "unavailable", headers: { "retry-after": "2" } });
});

test("what is written, and a call without a session, waits for no turn", async () => {
  for (const calls of [newCalls("first", sendMessage), newCalls(undefined)]) {
    const all = Array.from({ length: 30 }, calls.call);
    await settled();
    expect(calls.underWay()).toBe(30);
    calls.endAll();
    await Promise.all(all);
  }
});
