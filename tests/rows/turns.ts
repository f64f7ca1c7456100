import { queues } from "@/lib/channels/inbound";
import { queue as outbound } from "@/lib/channels/outbound/worker";
import { queue as scheduled } from "@/lib/channels/scheduled/sending";
import { queue as comeBack } from "@/lib/chats/come-back";
import { queue as removal } from "@/lib/context/contacts";
import { queues as events } from "@/lib/context/events";
import { queue as erasure } from "@/lib/data/erasure";
import { queue as imports } from "@/lib/data/imports";
import { queue as push } from "@/lib/desk/notifications/push";
import { queue as search } from "@/lib/desk/search";
import { contactMoves } from "@/lib/people/contact-moves";
import { eventMoves } from "@/lib/people/event-moves";
import { db } from "@/lib/platform/db";
import { rows, run } from "@/lib/platform/db/rows";
import { readings } from "@/lib/platform/db/turns/readings";
import { endTurn, takeTurn } from "@/lib/platform/db/turns/take";
import { queue as webhooks } from "@/lib/webhooks/sending";

/** A turn in each queue is taken and ended, whether anything waits in it or not. */
export async function runTurns(ws: string): Promise<void> {
  const all = [...queues, outbound, scheduled, comeBack, push, webhooks, imports, removal, erasure, ...events, eventMoves, contactMoves];
  for (const { name } of all)
    await run(db(), { workspace: ws })`
    insert into queue_turn (workspace_id, queue, due_at) values (${ws}::uuid, ${name}, now()) on conflict do nothing`;
  await readings([...all, search]);
  for (const queue of all) {
    await takeTurn(queue);
    await endTurn(queue, ws);
    await run(db(), queue.sweepStatement)();
    await rows(db(), queue.nextStatement)(ws);
  }
}
