import { chatsOf, messagesOf } from "../api/whatsapp-helpers";
import { expect, newTeam, test } from "../support/fixtures";
import {
  connectWhatsApp,
  kinds,
  messagesChange,
  newPhone,
  newUserId,
  numberChange,
  sendWebhook,
  webhookOf,
  webhookWith,
} from "../support/whatsapp";
import { startCluster } from "./cluster";
import { urlsOf } from "./instances";

test("joins the two numbers of a customer, whichever instance hears first of the change and of what they wrote", async () => {
  test.setTimeout(180_000);
  const cluster = await startCluster();
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  const { appSecret } = await connectWhatsApp(team, session);
  const [first = "", second = "", third = ""] = urlsOf(cluster).map((url) => `${url}/api/channels/whatsapp/${team.workspace}`);
  const at = new Date(Date.now() - 1_000);
  const customers = Array.from({ length: 12 }, (_, index) => {
    // Half of the webhooks show ids, and the change then waits in another line than a message without them.
    const [before, after] = [{ phone: newPhone() }, { phone: newPhone(), ...(index % 2 && { userId: newUserId() }) }];
    return { before, after, name: `Customer ${index}` };
  });
  for (const { before, name } of customers) await sendWebhook({ url: first, appSecret }, webhookWith(kinds.text({ ...before, name }, "a")));
  await expect.poll(async () => (await chatsOf(session)).length, { timeout: 30_000 }).toBe(customers.length);

  await Promise.all(
    customers.flatMap(({ before, after, name }, index) => {
      const change = webhookOf(messagesChange([numberChange(before, index % 4 < 2 ? after : { phone: after.phone }, { at })]));
      const calls = [
        { url: first, payload: webhookWith(kinds.text({ ...after, name }, "b")) },
        { url: second, payload: change },
        // The same webhook again, at another instance.
        { url: third, payload: change },
        { url: third, payload: webhookWith(kinds.text({ ...after, name }, "c")) },
      ];
      return calls.map(({ url, payload }) => sendWebhook({ url, appSecret }, payload));
    }),
  );
  const shown = async () => {
    const chats = await chatsOf(session);
    return Promise.all(
      chats.map(async ({ id }) =>
        (await messagesOf(session, id))
          .map(({ text }) => text)
          .sort()
          .join(""),
      ),
    );
  };
  await expect.poll(shown, { timeout: 60_000 }).toEqual(customers.map(() => "abc"));
  await cluster.stop();
});
