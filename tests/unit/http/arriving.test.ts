import { test } from "@playwright/test";
import { type Arrival, roomFor, withRoom } from "@/lib/http/limits/arriving";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";
import { gate } from "../../support/gate";

const mebibyte = 1024 * 1024;

type Sender = { network: string; workspaceId?: string; declared?: number };

/** A body of which `arrived` bytes have come, until the returned function is called. */
async function arriving({ network, workspaceId, declared = 10 * mebibyte }: Sender, arrived = declared) {
  const { opened: isRead, open: end } = gate();
  let arrival: Arrival | undefined;
  const done = withRoom({ network, workspaceId, declared }, async (one) => {
    arrival = one;
    one?.onBytes(arrived);
    await isRead;
  });
  done.catch(() => undefined);
  // The first part has come, or was refused.
  await Promise.race([done, Promise.resolve()]);
  return { done, end, isSlow: () => arrival?.isSlow() };
}

const refused = (code: string) => ({ code, headers: { "retry-after": "5" } });

test("has room for a hundred megabytes that arrived from one network or for one workspace, no more, and for small bodies at any time", async () => {
  runtime.refusalsLogged = new Map();
  const files = await Promise.all(Array.from({ length: 10 }, () => arriving({ network: "a", workspaceId: "w" })));
  await expect((await arriving({ network: "a" })).done).rejects.toMatchObject(refused("rate_limited"));
  await expect((await arriving({ network: "b", workspaceId: "w" })).done).rejects.toMatchObject(refused("rate_limited"));
  expect(await withRoom({ network: "a", workspaceId: "w", declared: 65_536 }, async () => "read")).toBe("read");
  // Each is counted for the operator, and the workspace is in the log.
  expect([...runtime.refusalsLogged.keys()]).toEqual(["bodies undefined", "bodies w"]);
  const another = await arriving({ network: "b", workspaceId: "v" });
  for (const { end, done } of [...files, another]) {
    end();
    await done;
  }
  const again = await arriving({ network: "a", workspaceId: "w" });
  again.end();
  await again.done;
});

test("bodies that declare much and send little take nothing from others", async () => {
  const slow = await Promise.all(Array.from({ length: 3_000 }, (_, index) => arriving({ network: `n${index % 3}` }, 1_000)));
  const other = await arriving({ network: "d", workspaceId: "w" });
  other.end();
  await other.done;
  for (const { end, done } of slow) {
    end();
    await done;
  }
});

test("three networks that send all they may leave room for the others", async () => {
  const sent = await Promise.all(Array.from({ length: 30 }, (_, index) => arriving({ network: `n${index % 3}` })));
  const others = await Promise.all(
    Array.from({ length: 5 }, (_, index) => arriving({ network: `other${index}`, workspaceId: "w" }, 4 * mebibyte)),
  );
  for (const { end, done } of others) {
    end();
    await done;
  }
  for (const { end } of sent) end();
  const outcomes = await Promise.allSettled(sent.map(({ done }) => done));
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeLessThan(20);
});

test("has room again after a body that failed, and 300 MB in total", async () => {
  for (let round = 0; round < 400; round += 1) {
    const failing = withRoom({ network: "a", workspaceId: undefined, declared: mebibyte }, async (arrival) => {
      arrival?.onBytes(mebibyte);
      throw new Error("cut off");
    });
    await expect(failing).rejects.toThrow("cut off");
  }
  const files = await Promise.all(Array.from({ length: 30 }, (_, index) => arriving({ network: `network${index}` })));
  await expect((await arriving({ network: "last" })).done).rejects.toMatchObject(refused("unavailable"));
  for (const { end, done } of files) {
    end();
    await done;
  }
});

test("a file in pieces takes the room of what is in the memory, and is slow by the time in which somebody waits for it", async () => {
  const sender = { network: "a", workspaceId: "w", declared: 200 * mebibyte };
  let now = 0;
  const reservations = Array.from({ length: 100 }, () => roomFor(sender, () => now));
  for (const reservation of reservations)
    for (let count = 0; count < 200; count += 1) {
      reservation.keepLast(0);
      reservation.onBytes(mebibyte);
    }
  const other = roomFor(sender);
  expect(() => other.onBytes(mebibyte)).toThrow(expect.objectContaining(refused("rate_limited")));
  const [first, second] = reservations as [ReturnType<typeof roomFor>, ReturnType<typeof roomFor>];
  first.close();
  other.onBytes(mebibyte);
  now = 9_999;
  expect(second.isSlow()).toBe(false);
  now = 10_000;
  // Much came in the first ten seconds, and nothing in the next ones.
  expect(second.isSlow()).toBe(false);
  now = 20_000;
  expect(second.isSlow()).toBe(true);
  for (const reservation of [...reservations, other]) reservation.close();
  expect(runtime.arrivingBytes?.size).toBe(0);
});
