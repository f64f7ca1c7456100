import { test } from "@playwright/test";
import { begin } from "@/lib/desk/helpdesks/outcome-notes";
import { expect } from "../../support/expect";

type All = Parameters<typeof begin>[0];

test("a workspace that waits for more outcomes than there is room for loses its own oldest, and the others none", () => {
  const all: All = new Map();
  const take = (workspaceId: string, callId: string) => begin(all, { workspaceId, callId, max: 5 });
  const quiet = take("quiet", "q1");
  const busy = [1, 2, 3, 4, 5, 6].map((number) => take("busy", `b${number}`));
  expect(quiet?.signal.aborted).toBe(false);
  expect(busy.map((one) => one?.signal.aborted)).toEqual([true, true, false, false, false, false]);
  expect([...(all.get("busy")?.keys() ?? [])]).toEqual(["b3", "b4", "b5", "b6"]);
  const later = take("later", "l1");
  expect([quiet, later].map((one) => one?.signal.aborted)).toEqual([false, false]);
  expect(busy[2]?.signal.aborted).toBe(true);
});

test("a call has one place", () => {
  const all: All = new Map();
  expect(begin(all, { workspaceId: "one", callId: "a", max: 5 })).toBeDefined();
  expect(begin(all, { workspaceId: "one", callId: "a", max: 5 })).toBeUndefined();
});
