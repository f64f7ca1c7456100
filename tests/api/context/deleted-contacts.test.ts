import { dumpOf } from "../../support/dump";
import { expect, newTeam, send, signIn, type Team, test } from "../../support/fixtures";
import { metricsOf, metricsToken, seriesIn } from "../../support/metrics";
import { type Running, startServer } from "../../support/server";
import { cardsOf, getContact, panelOf, putContact, recordEvent, whatsapp } from "../helpers";

const word = "xylophone";
const env = { DEMO: "1", TRUSTED_PROXIES: "1", METRICS_TOKEN: metricsToken };

/** The same team on another server with the same data folder. */
const teamAt = ({ url }: Running, team: Team): Team => ({
  ...team,
  signIn: (credentials = team.owner) => signIn(url, team.workspace, credentials),
  api: (method, path, { headers = {}, ...rest } = {}) =>
    send(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${team.key}`, ...headers }, ...rest }),
});

test("hides a deleted contact with more events than one batch at once and removes its rows after a kill", {
  tag: "@embedded",
}, async () => {
  test.setTimeout(120_000);
  const server = await startServer({ env });
  const team = await newTeam(server);
  const session = await team.signIn();
  await putContact(team, "user_1", { phone: whatsapp.phone, name: word, attributes: { note: word } });
  const { chatId } = await team.sendMessage(whatsapp);
  // Events of others do not keep the contact's row.
  await recordEvent(team, { userId: "user_2" });
  for (let round = 0; round < 9; round += 1) {
    const properties = { reference: word };
    await Promise.all(Array.from({ length: 30 }, () => recordEvent(team, { userId: "user_1", event: "Payment failed", properties })));
  }
  const deleted = await team.api("DELETE", "/contacts/user_1");
  const cards = await cardsOf(session, chatId);
  await server.kill();
  expect(deleted.body).toEqual({ deleted: true, userId: "user_1", eventsDeleted: 270, chatsUnlinked: 1 });
  expect(cards.filter((card) => !card.deleted)).toEqual([]);

  const again = await startServer({ env, dataDir: server.dataDir });
  const now = teamAt(again, team);
  await putContact(now, "user_1", { phone: whatsapp.phone });
  expect((await getContact(now, "user_1")).events).toEqual([]);
  const panel = await panelOf(await now.signIn(), chatId);
  expect(panel).toMatchObject({ problemsCount: 0, problems: [], contact: { userId: "user_1", name: null } });
  // The contact's row is deleted last, at the earliest after three seconds.
  const removed = async () => seriesIn(await metricsOf(again.url), "beside_rows_removed_total", { what: "deleted contacts" });
  // The start deletes at once, without the wait for the next scheduled deletion.
  await expect.poll(removed, { timeout: 15_000 }).toBe(1);
  await again.stop();

  const tables = await dumpOf(server.dataDir);
  for (const [name, rows] of tables) expect(JSON.stringify(rows), name).not.toContain(word);
  expect(tables.get("contact")?.filter(({ deleted_at }) => deleted_at !== null)).toEqual([]);
});
