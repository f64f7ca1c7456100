import { setTimeout as pause } from "node:timers/promises";
import { chatsOf, messagesOf, textsOf } from "../api/whatsapp-helpers";
import { expect, newTeam, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { connectWhatsApp, kinds, newPhone, newUserId, sendWebhook, webhookWith } from "../support/whatsapp";
import { clusterOf } from "./cluster";
import { urlsOf } from "./instances";
import { holdTransaction } from "./locks";

test.describe.configure({ mode: "default", timeout: 180_000 });

const cluster = clusterOf();

test("shows a sender's messages in order and once, whichever instance gets them, also when one is killed", async () => {
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  const { appSecret } = await connectWhatsApp(team, session);
  const urls = urlsOf(cluster).map((url) => `${url}/api/channels/whatsapp/${team.workspace}`);
  const customer = { phone: newPhone(), userId: newUserId() };
  const texts = Array.from({ length: 45 }, (_, index) => `${index}`);

  for (const [index, text] of texts.entries()) {
    const payload = webhookWith(kinds.text(customer, text));
    const [first = "", second = ""] = [urls[index % 3], urls[(index + 1) % 3]];
    // Each is delivered twice, to two instances at once.
    const replies = await Promise.all([first, second].map((url) => sendWebhook({ url, appSecret }, payload)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    // Ids grow by the millisecond.
    await pause(2);
  }
  await expect.poll(() => textsOf(session), { timeout: 30_000 }).toEqual(texts);
  expect(await chatsOf(session)).toHaveLength(1);

  const others = Array.from({ length: 25 }, (_, index) => ({ phone: newPhone(), name: `Customer ${index}` }));
  const [killed] = cluster.instances;
  const payload = webhookWith(...others.flatMap((other) => ["a", "b", "c"].map((text) => kinds.text(other, text))));
  expect((await sendWebhook({ url: urls[0] ?? "", appSecret }, payload)).status).toBe(200);
  await killed?.running.kill();
  // What the killed instance was processing is taken over when its lease has run out.
  const shown = async () => {
    const chats = (await chatsOf(session)).filter(({ displayName }) => String(displayName).startsWith("Customer "));
    return Promise.all(chats.map(async ({ id }) => (await messagesOf(session, id)).map(({ text }) => text).join("")));
  };
  await expect.poll(shown, { timeout: 90_000 }).toEqual(others.map(() => "abc"));
  await killed?.start();
});

test("what cannot be stored of one sender, or waits for a chat, holds up nobody else of its webhook", async () => {
  const [team, other] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const [session, others] = [await team.signIn(), await other.signIn()];
  const channel = await connectWhatsApp(team, session);
  const { query } = cluster.postgres;
  await query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
  await query("create trigger refuse before insert on chat_item for each row when (new.text = 'refused') execute function refuse()");
  const ten = () => Array.from({ length: 10 }, () => ({ phone: newPhone(), name: "Ada" }));
  const [known, strangers] = [ten(), ten()];
  const send = async (texts: string[], to: { phone: string }[] = []) => {
    const sent = texts.flatMap((text) => to.map((customer) => kinds.text(customer, text)));
    expect((await sendWebhook(channel, webhookWith(...sent))).status).toBe(200);
  };
  const spoken = async () =>
    (
      await query<{ phone: string; said: string }>(
        `select p.phone, string_agg(i.text, ' ' order by i.seq) as said from chat_item i join chat h on h.id = i.chat_id
         join person p on p.id = h.person_id join workspace w on w.id = i.workspace_id
         where w.slug = $1 and i.kind = 'message' group by p.phone`,
        [team.workspace],
      )
    ).reduce((all, { phone, said }) => all.set(phone, said), new Map<string, string>());
  await send(["0"], known);
  await expect.poll(async () => (await spoken()).size, { timeout: 30_000 }).toBe(10);

  const [locked, poisoned, stranger] = [known[0], known[1], strangers[0]].map((customer) => customer?.phone ?? "");
  const chatId = "(select h.id from chat h join person p on p.id = h.person_id where p.phone = $1)";
  const holder = await holdTransaction(cluster, `select from chat where id = ${chatId} for update`, [locked]);
  const all = [...known, ...strangers];
  const sent = ["1", "2", "3"].flatMap((text) =>
    all.map((customer) => kinds.text(customer, text === "2" && [poisoned, stranger].includes(customer.phone) ? "refused" : text)),
  );
  expect((await sendWebhook(channel, webhookWith(...sent))).status).toBe(200);
  const expected = (isOver: boolean) =>
    new Map(
      all.map(({ phone }) => {
        const before = known.some((customer) => customer.phone === phone) ? "0 " : "";
        if (phone === locked && !isOver) return [phone, "0"];
        if (phone !== poisoned && phone !== stranger) return [phone, `${before}1 2 3`];
        return [phone, isOver ? `${before}1 refused 3` : `${before}1`];
      }),
    );
  await expect.poll(spoken, { timeout: 30_000 }).toEqual(expected(false));
  await query("drop trigger refuse on chat_item");
  await holder.letGo();
  await expect.poll(spoken, { timeout: 60_000 }).toEqual(expected(true));
  expect(await chatsOf(others)).toEqual([]);
  expect(await breaches(query)).toEqual([]);
});
