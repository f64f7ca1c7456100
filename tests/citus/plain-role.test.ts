import { test } from "@playwright/test";
import { migrate } from "@/lib/platform/db/migrate";
import { withStartupLockAt } from "@/lib/platform/db/startup-lock";
import { startOperator } from "../cluster/operator";
import { expect } from "../support/expect";
import { newTeam } from "../support/fixtures";
import { startServer } from "../support/server";
import { distribute } from "./database";
import { startNodes } from "./nodes";

test("a role that is no superuser distributes the database, and records events and settings on it", { tag: "@slow" }, async () => {
  test.setTimeout(180_000);
  const nodes = await startNodes();
  try {
    // On all nodes; then the database is migrated before its administrator makes it one of Citus.
    await nodes.coordinator.query("create role plain login");
    await nodes.coordinator.query("grant all on schema public to plain");
    await nodes.coordinator.query("drop extension citus cascade");
    for (const name of ["pg_trgm", "btree_gin"]) await nodes.coordinator.query(`create extension ${name}`);
    const url = nodes.url.replace("//beside@", "//plain@");
    await withStartupLockAt(url, (connection) => migrate(connection));
    await nodes.coordinator.query("create extension citus");
    await nodes.connect();
    expect(distribute(url)).toMatch(/triggers are on every node/);
    const env = { DATABASE_URL: url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64), DEMO: "1" };
    const server = await startServer({ env });
    const { operate, stop } = startOperator(env);
    try {
      const team = await newTeam({ url: server.url, operate } as typeof server);
      const recorded = await team.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
      expect(recorded.status, recorded.text).toBe(201);
      const contact = await team.api("GET", "/contacts/user_1");
      expect(contact.body, contact.text).toMatchObject({ contact: { userId: "user_1" } });
      const session = await team.signIn();
      const changed = await session.call("PUT", "/plan", { plan: "business" });
      expect(changed.status, changed.text).toBe(200);
    } finally {
      stop();
      await server.kill();
    }
  } finally {
    await nodes.stop();
  }
});
