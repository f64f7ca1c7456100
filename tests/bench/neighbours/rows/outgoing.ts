import { silentPath } from "../../receiver";
import { webhooks } from "../effects";
import { addEndpoint } from "../endpoint";
import type { Row } from "../row";
import type { Target } from "../target";
import type { World } from "../world";
import { newContact } from "./shots";

const [endpoints, eventsEach] = [5, 2_000];

/** `$1` workspace, `$2` contact, `$3` how many: triggers write a webhook for each endpoint. */
const newEvents = `
insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
select $1::uuid, gen_random_uuid(), $2::uuid, 'Order placed', 'info', '{"amount": "59.90 EUR"}', now(), now(), 0 from generate_series(1, $3::int)`;

async function prepare({ query, receiver }: World, target: Target, path: string) {
  const { team, id } = target;
  const contact = await newContact(target, "buyer", query);
  for (let at = 0; at < endpoints; at += 1) await addEndpoint(team, `${receiver.origin}${path}/${at}`);
  return async () => {
    await query(newEvents, [id, contact, eventsEach]);
    // One through the API, so that the instances look for them at once.
    await team.api("POST", "/events", { body: { event: "Order placed", userId: "buyer" } });
  };
}

const all = (endpoints * eventsEach).toLocaleString("en");

export const manyWebhooks: Row = {
  name: "webhooks",
  does: `${all} webhooks wait for ${endpoints} endpoints that answer at once (rate: webhooks sent)`,
  probe: webhooks,
  prepare: async (world, target) => ({
    patterns: [],
    begin: await prepare(world, target, "/fast"),
    progress: async () => {
      const sql =
        "select count(*)::int as count from webhook_delivery where workspace_id = $1::uuid and state not in ('waiting', 'sending')";
      return (await world.query<{ count: number }>(sql, [target.id]))[0]?.count ?? 0;
    },
  }),
};

export const silentWebhooks: Row = {
  name: "silent webhooks",
  does: `${all} webhooks wait for ${endpoints} endpoints that never answer`,
  probe: webhooks,
  prepare: async (world, target) => ({ patterns: [], begin: await prepare(world, target, silentPath) }),
};
