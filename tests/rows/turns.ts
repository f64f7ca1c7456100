import { db } from "@/lib/platform/db";
import { readings } from "@/lib/platform/db/turns/readings";
import { endTurn, takeTurn } from "@/lib/platform/db/turns/take";

const all = [
  {
    name: "nothing",
    nextStatement: 'select null::timestamptz as "dueAt" where $1::uuid is not null',
    countStatement: "select 0 as count where $1::int is not null",
  },
];

/** A turn in each queue is taken and ended, whether anything waits in it or not. */
export async function runTurns(ws: string): Promise<void> {
  for (const { name } of all)
    await db().$executeRaw`
    insert into queue_turn (workspace_id, queue, due_at) values (${ws}::uuid, ${name}, now()) on conflict do nothing`;
  await readings(all);
  for (const queue of all) {
    await takeTurn(queue);
    await endTurn(queue, ws);
  }
}
