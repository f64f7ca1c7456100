import { dumpOf } from "../support/dump";
import { expect, newTeam, send, signIn, type Team, test } from "../support/fixtures";
import { metricsOf, metricsToken, seriesIn } from "../support/metrics";
import { type Running, startServer } from "../support/server";
import { cardsOf, panelOf, put, read, record, whatsapp } from "./world";

const word = "xylophone";
const env = { DEMO: "1", TRUSTED_PROXIES: "1", METRICS_TOKEN: metricsToken };

/** The same team on another server over the same folder. */
const teamAt = ({ url }: Running, team: Team): Team => ({
  ...team,
  signIn: (who = team.owner) => signIn(url, team.workspace, who),
  api: (method, path, { headers = {}, ...rest } = {}) =>
    send(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${team.key}`, ...headers }, ...rest }),
});

test("a contact with more events than are removed at once is gone when it is deleted, and after a kill its rows are, too", {
  tag: "@embedded",
}, async () => {
  test.setTimeout(120_000);
  const server = await startServer({ env });
  const team = await newTeam(server);
  const session = await team.signIn();
  await put(team, "user_1", { phone: whatsapp.phone, name: word, attributes: { note: word } });
  const { chatId } = await team.says(whatsapp);
  for (let round = 0; round < 9; round += 1) {
    const properties = { reference: word };
    await Promise.all(Array.from({ length: 30 }, () => record(team, { userId: "user_1", event: "Payment failed", properties })));
  }
  const deleted = await team.api("DELETE", "/contacts/user_1");
  const cards = await cardsOf(session, chatId);
  await server.kill();
  expect(deleted.body).toEqual({ deleted: true, userId: "user_1", eventsDeleted: 270, chatsUnlinked: 1 });
  expect(cards.filter((card) => !card.deleted)).toEqual([]);

  const again = await startServer({ env, dataDir: server.dataDir });
  const now = teamAt(again, team);
  await put(now, "user_1", { phone: whatsapp.phone });
  expect((await read(now, "user_1")).events).toEqual([]);
  const panel = await panelOf(await now.signIn(), chatId);
  expect(panel).toMatchObject({ problemsCount: 0, problems: [], contact: { userId: "user_1", name: null } });
  // The contact's row is the last that goes, and not before three seconds are over.
  const removed = async () => seriesIn(await metricsOf(again.url), "beside_rows_removed_total", { what: "deleted contacts" });
  // Sooner than the removal looks by itself: the start looks first.
  await expect.poll(removed, { timeout: 15_000 }).toBe(1);
  await again.stop();

  const tables = await dumpOf(server.dataDir);
  for (const [name, rows] of tables) expect(JSON.stringify(rows), name).not.toContain(word);
  expect(tables.get("contact")?.filter(({ deleted_at }) => deleted_at !== null)).toEqual([]);
});
