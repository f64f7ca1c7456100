import { test } from "@playwright/test";
import { countOfWorkspace, enforceRateLimit } from "@/lib/http/limits/enforce-rate-limit";
import { newId } from "@/lib/kernel/ids";
import { variablesOf } from "@/lib/platform/env";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";

test.beforeEach(() => {
  runtime.env = { ...variablesOf({}), SECRET_KEY: "0".repeat(64), NEXTAUTH_SECRET: "1".repeat(64) };
});
test.afterEach(() => {
  delete runtime.env;
  delete runtime.limit;
});

const refused = (max: string) =>
  expect.objectContaining({ code: "rate_limited", message: expect.stringContaining(`More than ${max} requests`) });
const callOf = (workspaceId: string, accountId: string) =>
  enforceRateLimit({}, { access: "member", workspace: { id: workspaceId }, account: { id: accountId } }, {});
const frameOf = (workspaceId: string, subject: object) =>
  enforceRateLimit({}, { access: "frame", workspace: { id: workspaceId }, viewer: { kind: "token", subject } }, {});

test("the members and frames of a workspace have 6,000 calls a minute together, and those of another their own", async () => {
  const [ws, other] = [newId(), newId()];
  const members = Array.from({ length: 6 }, () => newId());
  for (let call = 0; call < 6_000; call += 1) {
    const member = members[call % 6] ?? "";
    await (call % 3 === 0 ? frameOf(ws, { userId: member }) : callOf(ws, member));
  }
  for (const call of [callOf(ws, newId()), frameOf(ws, { userId: "new" })]) await expect(call).rejects.toEqual(refused("6000"));
  // Its pages, too.
  expect((await countOfWorkspace(ws)).allowed).toBe(false);
  await callOf(other, members[0] ?? "");
  expect((await countOfWorkspace(other)).allowed).toBe(true);
});

test("a frame's person has 1,200 calls a minute in a workspace, as a member does", async () => {
  const [ws, other, member] = [newId(), newId(), newId()];
  for (let call = 0; call < 1_200; call += 1) await Promise.all([callOf(ws, member), frameOf(ws, { userId: "u" })]);
  for (const call of [callOf(ws, member), frameOf(ws, { userId: "u" })]) await expect(call).rejects.toEqual(refused("1200"));
  await frameOf(ws, { userId: "v" });
  await Promise.all([callOf(other, member), frameOf(other, { userId: "u" })]);
});
