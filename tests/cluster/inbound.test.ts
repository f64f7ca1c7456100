import { setTimeout as pause } from "node:timers/promises";
import { chatsOf, messagesOf, textsOf } from "../api/whatsapp-helpers";
import { expect, newTeam, test } from "../support/fixtures";
import { connectWhatsApp, kinds, newPhone, newUserId, sendWebhook, webhookWith } from "../support/whatsapp";
import { startCluster } from "./cluster";
import { urlsOf } from "./instances";

test("shows a sender's messages in order and once, whichever instance gets them, also when one is killed", async () => {
  test.setTimeout(180_000);
  const cluster = await startCluster();
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
    const chats = (await chatsOf(session)).filter(({ displayName }) => displayName.startsWith("Customer "));
    return Promise.all(chats.map(async ({ id }) => (await messagesOf(session, id)).map(({ text }) => text).join("")));
  };
  await expect.poll(shown, { timeout: 90_000 }).toEqual(others.map(() => "abc"));
  await cluster.stop();
});
