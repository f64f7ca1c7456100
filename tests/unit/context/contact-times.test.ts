import { test } from "@playwright/test";
import { writeStatement } from "@/lib/context/contacts/merge/sql";
import { importTogetherStatement, putStatement, putTogetherStatement } from "@/lib/context/contacts/sql";
import { newId } from "@/lib/kernel/ids";
import type { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";

const ws = newId();
/** Another name each time: what changes nothing has no time. */
const fields = () => ({ name: `Ada ${newId()}` });
const jobs = () => JSON.stringify([{ workspaceId: ws, id: newId(), userId: "u", fields: fields(), attributes: {} }]);
const put = (embedded: Embedded) => embedded.query(putStatement.text, [ws, newId(), "u", JSON.stringify(fields()), "{}", "0"]);

/** What changes the contact "u". */
const changes: [string, (embedded: Embedded, id: string) => Promise<unknown>][] = [
  ["a PUT", put],
  ["PUTs together", (embedded) => embedded.query(putTogetherStatement.text, [jobs(), "0"])],
  ["an import", (embedded) => embedded.query(importTogetherStatement.text, [ws, jobs(), "0"])],
  ["a merge", (embedded, id) => embedded.query(writeStatement.text, [ws, id, JSON.stringify({ ...fields(), attributes: {} }), null])],
];

type Times = { id: string; made: Date; changed: Date };

async function opened() {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  await embedded.query("insert into workspace (id, slug, name, plan, created_at) values ($1, 'acme', 'Acme', 'pro', now())", [ws]);
  await put(embedded);
  const times = async () => {
    const sql = "select id, created_at as made, updated_at as changed from contact where workspace_id = $1 and user_id = 'u'";
    return (await embedded.query<Times>(sql, [ws])).rows[0] as Times;
  };
  return { embedded, times };
}

test("a contact's change has the time of its statement, though its transaction began long before", async () => {
  const { embedded, times } = await opened();
  for (const [what, change] of changes) {
    const before = await times();
    await embedded.query("begin", []);
    await embedded.query("select pg_sleep(0.1)", []);
    const asked = await embedded.query<{ at: Date }>("select clock_timestamp() as at", []);
    await change(embedded, before.id);
    await embedded.query("commit", []);
    const after = await times();
    expect(after.changed.getTime(), what).toBeGreaterThanOrEqual(asked.rows[0]?.at.getTime() ?? Number.NaN);
    expect(after.made, what).toEqual(before.made);
  }
});

test("a contact's change is later than the one before, though the clock was set back, and differs from when it was made", async () => {
  const { embedded, times } = await opened();
  for (const ahead of ["2999-01-01T00:00:00Z", "2026-01-01T00:00:00Z"])
    for (const [what, change] of changes) {
      await embedded.query("update contact set created_at = $2, updated_at = $2 where workspace_id = $1", [ws, ahead]);
      const before = await times();
      await change(embedded, before.id);
      const first = await times();
      await change(embedded, before.id);
      const second = await times();
      expect([first.changed > before.changed, second.changed > first.changed], `${what} ${ahead}`).toEqual([true, true]);
    }
});

test("what is written in the transaction that made a contact leaves it as it was made", async () => {
  const { embedded, times } = await opened();
  for (const [what, change] of changes) {
    await embedded.query("delete from contact where workspace_id = $1", [ws]);
    await embedded.query("begin", []);
    await put(embedded);
    await embedded.query("select pg_sleep(0.01)", []);
    await change(embedded, (await times()).id);
    await embedded.query("commit", []);
    const { made, changed } = await times();
    expect(changed, what).toEqual(made);
  }
});
