import { test } from "@playwright/test";
import { unfinished } from "@/lib/actions/calls/sweep";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";

const finishedCalls = 20_000;
const ids = "md5('w')::uuid";

test("the sweep reads only unfinished calls through their index, however many calls there are", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  await embedded.query(`
    insert into workspace (id, slug, name, plan, created_at) values (${ids}, 'w', 'W', 'pro', now());
    insert into person (workspace_id, id, channel, created_at) values (${ids}, ${ids}, 'website', now());
    insert into chat (workspace_id, id, person_id, status, last_seq, last_message_at, last_item_at, created_at)
      values (${ids}, ${ids}, ${ids}, 'closed', 0, now(), now(), now());
    insert into action_call (workspace_id, id, delivery_id, chat_id, person_id, button_id, action, label, account_id, agent_name, state, url, started_at, answer_by)
      select ${ids}, md5('c' || n)::uuid, md5('c' || n)::uuid, ${ids}, ${ids}, ${ids}, 'refund', 'Refund', ${ids}, 'Ada',
        (case n when 1 then 'sending' when 2 then 'working' else 'delivered' end)::call_state, 'https://example.com/', now() - interval '1 hour', now() - interval '1 minute'
      from generate_series(1, ${finishedCalls}) n;
    analyze`);
  for (const { text } of Object.values(unfinished)) {
    const values = [new Date().toISOString(), "00000000-0000-0000-0000-000000000000", 100];
    const { rows } = await embedded.query<{ id: string }>(text, values);
    expect(rows).toHaveLength(1);
    const { rows: plan } = await embedded.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("action_call_unfinished");
  }
  await embedded.close();
});
