import { setTimeout as pause } from "node:timers/promises";
import { dumpOf } from "../../support/dump";
import { expect, newTeam, signIn, test } from "../../support/fixtures";
import { startedFolder, startServer } from "../../support/server";
import { connectWhatsApp, kinds, newPhone, newUserId, sendWebhook, webhookWith } from "../../support/whatsapp";
import { chatsOf, messagesOf } from "../whatsapp-helpers";

const rounds = 8;
const webhooksPerRound = 4;

test("shows each acknowledged message once and in order, whenever the process is killed after the webhook's 200", {
  tag: ["@embedded", "@slow"],
}, async () => {
  test.setTimeout(240_000);
  const env = { DEMO: "1", TRUSTED_PROXIES: "1" };
  const dataDir = startedFolder();
  let server = await startServer({ dataDir, env });
  const team = await newTeam(server);
  const { appSecret } = await connectWhatsApp(team, await team.signIn());
  const deliver = (payload: object) => sendWebhook({ url: `${server.url}/api/channels/whatsapp/${team.workspace}`, appSecret }, payload);

  const customers = Array.from({ length: 4 }, (_, index) => ({ phone: newPhone(), userId: newUserId(), name: `Customer ${index}` }));
  /** What each customer sent, in order; Meta sends it until it hears 200. */
  const ledger = new Map(customers.map(({ name }) => [name, [] as string[]]));
  let acknowledged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const unacknowledged: object[] = [];
    const before = acknowledged;
    const sending = customers.map(async (customer) => {
      for (let index = 0; index < webhooksPerRound; index += 1) {
        const texts = ["a", "b", "c"].map((part) => `${round}.${index}.${part}`);
        const payload = webhookWith(...texts.map((text) => kinds.text(customer, text)));
        ledger.get(customer.name)?.push(...texts);
        const reply = await deliver(payload).catch(() => undefined);
        if (reply?.status !== 200) return void unacknowledged.push(payload);
        acknowledged += texts.length;
      }
    });
    // Half of the kills come right after a 200, the others at any time.
    if (round % 2 === 0) await expect.poll(() => acknowledged, { intervals: [1], timeout: 20_000 }).toBeGreaterThan(before);
    await pause(Math.random() * (round % 2 === 0 ? 40 : 400));
    await server.kill();
    await Promise.all(sending);
    server = await startServer({ dataDir, env });
    for (const payload of unacknowledged) expect((await deliver(payload)).status).toBe(200);
  }
  expect(acknowledged).toBeGreaterThan(rounds);

  const session = await signIn(server.url, team.workspace, team.owner);
  const shown = async () =>
    new Map(
      await Promise.all(
        (await chatsOf(session)).map(
          async ({ id, displayName }) => [displayName, (await messagesOf(session, id)).map(({ text }) => text)] as const,
        ),
      ),
    );
  await expect.poll(shown, { timeout: 60_000 }).toEqual(ledger);
  expect(await server.stop()).toBe(0);
  const rows = (await dumpOf(dataDir)).get("inbound_message") ?? [];
  expect(rows).toHaveLength([...ledger.values()].flat().length);
  expect(rows.filter((row) => row["processed_at"] === null || row["payload"] !== null)).toEqual([]);
});

test("applies changes once that a killed process left half done", { tag: ["@embedded", "@slow"] }, async () => {
  test.setTimeout(120_000);
  const env = { DEMO: "1", TRUSTED_PROXIES: "1" };
  const dataDir = startedFolder();
  let server = await startServer({ dataDir, env });
  const team = await newTeam(server);
  const { appSecret } = await connectWhatsApp(team, await team.signIn());
  const customer = { phone: newPhone(), name: "Ada" };
  const first = kinds.text(customer, "First");
  const changes = (["👍", "❤️", "🎉"] as const).map((emoji) => kinds.reaction(customer, String(first.message["id"]), emoji));
  const edit = kinds.edit(customer, String(first.message["id"]), "Edited");
  for (const sent of [
    [first, ...changes],
    [edit, ...changes, first],
  ]) {
    const url = `${server.url}/api/channels/whatsapp/${team.workspace}`;
    expect((await sendWebhook({ url, appSecret }, webhookWith(...sent))).status).toBe(200);
    await server.kill();
    server = await startServer({ dataDir, env });
  }
  const session = await signIn(server.url, team.workspace, team.owner);
  const shown = async () => Promise.all((await chatsOf(session)).map(({ id }) => messagesOf(session, id)));
  await expect
    .poll(shown, { timeout: 30_000 })
    .toMatchObject([[{ text: "Edited", content: { isEdited: true, reactions: [{ emoji: "🎉" }] } }]]);
  expect(await server.stop()).toBe(0);
});
