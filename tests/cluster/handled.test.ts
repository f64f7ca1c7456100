import { expect, newTeam, type Session, test } from "../support/fixtures";
import { clusterOf } from "./cluster";
import { callAt, urlsOf } from "./instances";
import { holdTransaction, lockWaitCount } from "./locks";

test.describe.configure({ mode: "default", timeout: 120_000 });

const cluster = clusterOf();

type Problem = { id: string; count: number };
const problemsOf = async (session: Session, chatId: string) =>
  (await session.call("GET", `/chats/${chatId}/panel`)).body["problems"] as Problem[];
const phone = "447911000001";

async function newPerson() {
  const team = await newTeam(cluster.running);
  await team.api("PUT", "/contacts/u", { body: { phone } });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone });
  const session = await team.signIn();
  const record = (url: string, minutes: number) =>
    callAt(url, team, "POST", "/events", {
      ...{ event: "Refund failed", userId: "u" },
      occurredAt: new Date(Date.now() - minutes * 60_000).toISOString(),
    });
  let problemId = "";
  const press = async () => {
    problemId ||= (await problemsOf(session, chatId))[0]?.id ?? "";
    return session.call("POST", `/chats/${chatId}/problems/${problemId}/handled`, { handled: true });
  };
  return { team, chatId, session, record, press };
}

test("a problem that was sent before Handled, and recorded after it, is open", async () => {
  const [url] = urlsOf(cluster);
  // An event waits for its contact for a limited time, in which a busy machine may not get to the end: then once more, with another person.
  await expect(async () => {
    const { team, chatId, session, record, press } = await newPerson();
    expect((await record(url, 5)).status).toBe(201);
    // The event has begun, and waits for the contact.
    const contact = await holdTransaction(
      cluster,
      "select 1 from contact c join workspace w on w.id = c.workspace_id where w.slug = $1 and c.user_id = 'u' for update of c",
      [team.workspace],
    );
    const sent = record(url, 10);
    try {
      await expect.poll(() => lockWaitCount(cluster), { intervals: [20] }).toBe(1);
      expect((await press()).status).toBe(200);
      expect(await problemsOf(session, chatId)).toEqual([]);
    } finally {
      await contact.letGo("commit");
    }
    expect((await sent).status).toBe(201);
    expect(await problemsOf(session, chatId)).toMatchObject([{ count: 1 }]);
  }).toPass({ timeout: 60_000 });
});

test("presses and events that race at three instances leave one state, and Handled covers what had arrived", async () => {
  const urls = urlsOf(cluster);
  for (let person = 0; person < 3; person += 1) {
    const { team, chatId, session, record, press } = await newPerson();
    for (let round = 0; round < 4; round += 1) {
      await record(urls[round % 3] ?? "", 5);
      expect((await problemsOf(session, chatId))[0]?.count).toBe(1);
      const [pressed, ...recorded] = await Promise.all([press(), ...urls.map((url, index) => record(url, 20 + index))]);
      expect([pressed.status, ...recorded.map(({ status }) => status)]).toEqual([200, 201, 201, 201]);
      const events = (await callAt(urls[0], team, "GET", "/contacts/u")).body["events"] as { closedAt: string | null }[];
      const open = events.filter(({ closedAt }) => closedAt === null).length;
      expect((await problemsOf(session, chatId))[0]?.count ?? 0).toBe(open);
      await press();
      expect(await problemsOf(session, chatId)).toEqual([]);
    }
  }
});
