import { test } from "@playwright/test";
import { withRoom } from "@/lib/http/arriving";
import { expect } from "../support/expect";
import { gate } from "../support/gate";

const mebibyte = 1024 * 1024;

/** A body that arrives until the returned function is called. */
function arriving(network: string, bytes = 10 * mebibyte) {
  const { opened: isRead, open: end } = gate();
  return { done: withRoom({ network, bytes }, () => isRead), end };
}

test("reads ten files of one network at once, no more, and small bodies at any time", async () => {
  const files = Array.from({ length: 10 }, () => arriving("a"));
  await expect(withRoom({ network: "a", bytes: 10 * mebibyte }, async () => "read")).rejects.toMatchObject({
    code: "rate_limited",
    headers: { "retry-after": "5" },
  });
  expect(await withRoom({ network: "a", bytes: 65_536 }, async () => "read")).toBe("read");
  expect(await withRoom({ network: "b", bytes: 10 * mebibyte }, async () => "read")).toBe("read");
  for (const { end, done } of files) {
    end();
    await done;
  }
  expect(await withRoom({ network: "a", bytes: 10 * mebibyte }, async () => "read")).toBe("read");
});

test("reads 300 MB of all networks at once, and has room again after a body that failed", async () => {
  const files = ["a", "b", "c"].flatMap((network) => Array.from({ length: 10 }, () => arriving(network)));
  const next = () => withRoom({ network: "d", bytes: mebibyte }, () => Promise.reject(new Error("cut off")));
  await expect(next()).rejects.toMatchObject({ code: "unavailable" });
  for (const { end, done } of files) {
    end();
    await done;
  }
  for (let round = 0; round < 400; round += 1) await expect(next()).rejects.toThrow("cut off");
});
