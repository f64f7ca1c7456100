import { newDesk } from "../support/desk";
import { expect, newTeam, test } from "../support/fixtures";
import { type Receiver, startReceiver } from "../support/receiver";
import { type Cluster, startCluster } from "./cluster";
import { holdTransaction, lockWaitCount } from "./locks";

test.describe.configure({ timeout: 120_000 });

let cluster: Cluster;
let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startCluster({ count: 1, env: { ACTIONS_ALLOW_ORIGINS: receiver.origin } });
});
test.afterAll(async () => {
  await cluster.stop();
  receiver.close();
});

const lock = "select pg_advisory_xact_lock(hashtextextended('linking:' || id, 0)) from workspace where slug = $1";
const row = (table: string) => `select t.id from ${table} t join workspace w on w.id = t.workspace_id where w.slug = $1 for update of t`;

/** Locks the row that the call waits for, and then waits for the lock that the call holds: the database aborts one of the two. */
async function deadlock(workspace: string, table: string, call: () => Promise<{ status: number; text: string }>) {
  const other = await holdTransaction(cluster, row(table), [workspace]);
  const calling = call();
  await expect.poll(() => lockWaitCount(cluster)).toBe(1);
  await other.query(lock, [workspace]);
  await other.letGo();
  return calling;
}

test("linking a person and resending a call are retried after a deadlock", async () => {
  const team = await newTeam(cluster.running);
  const desk = await newDesk(team, receiver, { channel: "website", visitorId: "v1" });
  await team.api("PUT", "/contacts/u", { body: {} });
  const linked = await deadlock(team.workspace, "person", () => desk.session.call("POST", `/chats/${desk.chatId}/link`, { userId: "u" }));
  expect(linked.status, linked.text).toBe(200);

  const { outcome } = await desk.pressAndWait();
  const again = await deadlock(team.workspace, "chat", () => desk.session.call("POST", `/calls/${outcome.callId}/resend`, {}));
  expect(again.status, again.text).toBe(202);
});
