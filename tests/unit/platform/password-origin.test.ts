import { randomUUID } from "node:crypto";
import { test } from "@playwright/test";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { accountsMigration, type Old, oldDatabase } from "../../support/old-database";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

/** Migrates a database of the older version, and returns who chose the password of each account. */
async function passwordOrigins(fill: (old: Old) => Promise<void>): Promise<Record<string, string>> {
  const embedded = await emptiedDatabase();
  const old = await oldDatabase(embedded);
  await fill(old);
  expect(await migrateEmbedded(embedded)).toContain(accountsMigration);
  const { rows } = await embedded.query<{ email: string; by: string }>("select email, password_by::text as by from account");
  await embedded.close();
  return Object.fromEntries(rows.map(({ email, by }) => [email, by]));
}

test("takes from the audit log of the older version who chose each password", async () => {
  const found = await passwordOrigins(async ({ account, workspace, entry, setUpAt }) => {
    await setUpAt(at(0));
    const first = await account("set-up@x", at(0));
    const x = await workspace("x");
    await entry(x, first, "workspace.created", { owner: "set-up@x" }, at(0));
    const added = async (email: string, minute: number, by: string | null = first) => {
      const id = await account(email, at(minute));
      await entry(x, by, "member.added", { email, role: "agent" }, at(minute));
      return id;
    };
    await added("by-admin@x", 1);
    await added("by-operator@x", 2, null);
    const changed = await added("changed@x", 3);
    await entry(x, changed, "member.password_changed", { email: "changed@x" }, at(4));
    const reset = await added("changed-and-reset@x", 5);
    await entry(x, reset, "member.password_changed", { email: "changed-and-reset@x" }, at(6));
    await entry(x, first, "member.password_reset", { email: "changed-and-reset@x" }, at(7));
    await added("reset-by-operator@x", 8);
    await entry(x, null, "member.password_reset", { email: "reset-by-operator@x" }, at(9));
    const both = await added("reset-and-changed@x", 10);
    await entry(x, null, "member.password_reset", { email: "reset-and-changed@x" }, at(11));
    await entry(x, both, "member.password_changed", { email: "reset-and-changed@x" }, at(12));
    // Created by the operator, with a workspace.
    await account("owner@y", at(20));
    const y = await workspace("y");
    await entry(y, null, "workspace.created", { owner: "owner@y" }, at(20));
    // An existing account keeps its password when it is added to another workspace.
    await entry(y, null, "member.added", { email: "changed@x", role: "agent" }, at(21));
    await entry(y, null, "workspace.created", { owner: "set-up@x" }, at(22));
    // Older than the audit log.
    await account("unknown@x", at(30));
  });
  expect(found).toEqual({
    "set-up@x": "self",
    "by-admin@x": "admin",
    "by-operator@x": "operator",
    "changed@x": "self",
    "changed-and-reset@x": "admin",
    "reset-by-operator@x": "operator",
    "reset-and-changed@x": "self",
    "owner@y": "operator",
    "unknown@x": "admin",
  });
});

test("the account of a set-up that is older than the audit log counts as having chosen its own password", async () => {
  const found = await passwordOrigins(async ({ account, setUpAt }) => {
    await setUpAt(at(0));
    await account("first@x", at(0));
    await account("later@x", at(1));
  });
  expect(found).toEqual({ "first@x": "self", "later@x": "admin" });
});

test("an account created by an older instance during a rolling restart counts as having an admin's password", async () => {
  const embedded = await emptiedDatabase();
  const { account } = await oldDatabase(embedded);
  await migrateEmbedded(embedded);
  await account(`${randomUUID()}@x`, at(0));
  const { rows } = await embedded.query<{ by: string }>("select password_by::text as by from account");
  expect(rows).toEqual([{ by: "admin" }]);
  await embedded.close();
});
