import { Embedded } from "@/lib/platform/db/embedded";
import { expect, newTeam, test } from "../../support/fixtures";
import { newFolder, startServer } from "../../support/server";

const attempts = [
  "update audit_entry set actor = 'somebody else'",
  "delete from audit_entry",
  "truncate audit_entry",
  "truncate audit_entry cascade",
  "insert into audit_entry select * from audit_entry on conflict (workspace_id, id) do update set actor = 'somebody else'",
];

test("rejects changing, removing and truncating the audit log in the database itself", { tag: "@embedded" }, async () => {
  test.slow();
  const dataDir = newFolder();
  const server = await startServer({ dataDir });
  await newTeam(server);
  expect(await server.stop()).toBe(0);

  const direct = await Embedded.open(dataDir);
  const all = async () => (await direct.query("select * from audit_entry order by id")).rows;
  const before = await all();
  expect(before.length).toBeGreaterThanOrEqual(2);
  for (const attempt of attempts) await expect(direct.query(attempt), attempt).rejects.toThrow("The audit log is append-only.");
  expect(await all()).toEqual(before);
  await direct.close();
});
