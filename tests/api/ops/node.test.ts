import { execFileSync } from "node:child_process";
import { expect, newTeam, teamAt, test } from "../../support/fixtures";
import { newFolder, startServer } from "../../support/server";

/**
 * CI runs this file on two versions of Node (.ci/run): the oldest that is supported, and the image's. So it is small, and touches what
 * depends on Node: the embedded database, the hash of passwords, the sign-in, the command line, a restart.
 */
test("starts on an empty folder, records an event and still has it after a restart", { tag: "@embedded" }, async () => {
  const server = await startServer({ dataDir: newFolder() });
  const team = await newTeam(server);
  const session = await team.signIn();
  expect(await session.call("GET", "/chats")).toMatchObject({ status: 200 });
  const event = { event: "Payment failed", properties: { reference: "INV-1" } };
  expect(await team.api("POST", "/events", { body: { ...event, userId: "user_1" } })).toMatchObject({ status: 201 });

  // Through the process of npm run admin: the same Node compiles its TypeScript.
  const admin = ["node_modules/tsx/dist/cli.mjs", "lib/ops/cli.ts", "list-workspaces", "--json"];
  const output = execFileSync(process.execPath, admin, { env: { ...process.env, DATA_DIR: server.dataDir }, encoding: "utf8" });
  expect(JSON.parse(output)).toMatchObject({ workspaces: [{ slug: team.workspace }] });

  expect(await server.stop()).toBe(0);
  const again = await startServer({ dataDir: server.dataDir });
  const found = await teamAt(again, team).api("GET", "/contacts/user_1");
  expect(found.body["events"]).toMatchObject([event]);
  expect(await again.stop()).toBe(0);
});
