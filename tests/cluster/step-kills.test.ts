import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, send, type Team, test } from "../support/fixtures";
import { breaches, breachesStatement } from "../support/invariants";
import { type Channel, connectWhatsApp, kinds, newPhone, sendWebhook, webhookWith } from "../support/whatsapp";
import { clusterOf } from "./cluster";
import { Ledger } from "./ledger";
import { countOf, giveChats, giveEvents, leftOf, ws } from "./steps";

// Two instances are killed in turn in the middle of turns and steps: of what channels report, cards, closing and linking.
test.describe.configure({ mode: "default", timeout: 600_000 });

const [chats, problems, linkedEvents, minKills] = [130, 1_500, 450, 6];

const cluster = clusterOf({ count: 2, env: { TRUSTED_PROXIES: "2" } });

const query = <Row>(sql: string, values?: unknown[]) => cluster.postgres.query<Row>(sql, values);
const urlOf = (at: number) => cluster.instances[at % 2]?.running.url ?? "";

/** Repeats a call until it is answered, at one instance and then the other, as whoever sends it does. */
async function untilAnswered(status: number, call: (url: string) => Promise<{ status: number; text: string }>): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await call(urlOf(attempt)).catch((error: unknown) => ({ status: 0, text: String(error) }));
    if (reply.status === status) return reply.text;
    expect([0, 429, 502, 503], reply.text).toContain(reply.status);
    await pause(200);
  }
}

const callWithKey = ({ key }: Team, method: string, path: string, { body, mark }: { body: object; mark: string }) =>
  untilAnswered(method === "POST" ? 201 : 200, (url) =>
    send(`${url}/api/v1${path}`, { method, body, headers: { authorization: `Bearer ${key}`, "idempotency-key": mark } }),
  );
const record = async (team: Team, mark: string, event: object): Promise<{ id: string; postedToConversations: number }> =>
  JSON.parse(await callWithKey(team, "POST", "/events", { body: event, mark }));

/** Whoever uses one workspace, and what was acknowledged. */
class Heavy {
  private readonly posted: string[] = [];
  private readonly closing: string[] = [];
  private readonly texts: string[] = [];
  private links = 0;
  private constructor(
    private readonly team: Team,
    private readonly channel: Channel,
  ) {}

  static async begin(): Promise<Heavy> {
    const team = await newTeam(cluster.running);
    const heavy = new Heavy(team, await connectWhatsApp(team, await team.signIn()));
    await callWithKey(team, "PUT", "/contacts/everybody", { body: {}, mark: "everybody" });
    await giveChats(query, team, "everybody", chats);
    return heavy;
  }

  /** Posts, closes, links and reports until it is over, each of them one after the other. */
  async work(isOver: () => boolean): Promise<void> {
    const often = async (each: (round: number) => Promise<void>, pauseMs: number) => {
      for (let round = 0; !isOver(); round += 1) {
        await each(round);
        await pause(pauseMs);
      }
    };
    await Promise.all([
      often((round) => this.post(round), 700),
      often((round) => this.close(round), 2_000),
      often((round) => this.link(round), 2_000),
      often((round) => this.report(round), 300),
    ]);
  }

  private async post(round: number): Promise<void> {
    const { id, postedToConversations } = await record(this.team, `post-${round}`, { event: "Order placed", userId: "everybody" });
    expect(postedToConversations).toBe(chats);
    this.posted.push(id);
  }

  private async close(round: number): Promise<void> {
    const userId = `closing_${round}`;
    await callWithKey(this.team, "PUT", `/contacts/${userId}`, { body: {}, mark: userId });
    const owner = `select workspace_id, id from contact where workspace_id = ${ws} and user_id = '${userId}'`;
    await giveEvents(query, this.team, owner, 3 * problems, { event: "'Import of row ' || n" });
    const event = { event: "Import done", userId, properties: { reference: "none" } };
    this.closing.push((await record(this.team, `close-${round}`, event)).id);
  }

  private async link(round: number): Promise<void> {
    const { team } = this;
    const [userId, phone] = [`linked_${round}`, newPhone()];
    await query(
      `insert into person (workspace_id, id, channel, phone, created_at) values (${ws}, gen_random_uuid(), 'whatsapp', $2, now())`,
      [team.workspace, phone],
    );
    const owner = `select workspace_id, id from person where workspace_id = ${ws} and phone = '${phone}'`;
    await giveEvents(query, team, owner, linkedEvents, { problems: false });
    await callWithKey(team, "PUT", `/contacts/${userId}`, { body: { phone }, mark: userId });
    this.links += 1;
  }

  private async report(round: number): Promise<void> {
    const { team, channel } = this;
    const phone = newPhone();
    const texts = Array.from({ length: 5 }, (_, index) => `${round}.${index}`);
    const payload = JSON.stringify(webhookWith(...texts.map((text) => kinds.text({ phone }, text))));
    const path = `/api/channels/whatsapp/${team.workspace}`;
    await untilAnswered(200, (url) => sendWebhook({ ...channel, url: url + path }, payload));
    this.texts.push(...texts);
  }

  /** Nothing is left in the queues, and everything that was acknowledged is there once. */
  async expectStored(): Promise<void> {
    const { team } = this;
    const inbound = () => countOf(query, `inbound_message where workspace_id = ${ws} and processed_at is null`, [team.workspace]);
    await expect.poll(inbound, { timeout: 120_000 }).toBe(0);
    await expect.poll(() => leftOf(query, team), { timeout: 120_000 }).toBe(0);
    const turns = `queue_turn where workspace_id = ${ws} and queue in ('inbound', 'cards', 'problems', 'moves')`;
    await expect.poll(() => countOf(query, turns, [team.workspace]), { timeout: 60_000 }).toBe(0);
    const recorded = `select e.id from event e where e.workspace_id = ${ws} and e.event = any($2)`;
    const stored = await query<{ id: string }>(recorded, [team.workspace, ["Order placed", "Import done"]]);
    expect(stored.map(({ id }) => id).sort()).toEqual([...this.posted, ...this.closing].sort());
    const cards = await query<{ id: string; cards: number; chats: number }>(
      `select event_id as id, count(*)::int as cards, count(distinct chat_id)::int as chats from chat_item
      where workspace_id = ${ws} and event_id = any($2::uuid[]) group by event_id`,
      [team.workspace, this.posted],
    );
    expect(cards.filter((one) => one.cards !== chats || one.chats !== chats)).toEqual([]);
    expect(cards.length).toBe(this.posted.length);
    expect(await countOf(query, `problem where workspace_id = ${ws}`, [team.workspace])).toBe(this.closing.length * problems);
    expect(await countOf(query, `problem where workspace_id = ${ws} and closed_at is null`, [team.workspace])).toBe(0);
    const followed = `event e join contact c on c.workspace_id = e.workspace_id and c.id = e.contact_id
      where e.workspace_id = ${ws} and e.person_id is not null and c.user_id like 'linked%'`;
    expect(await countOf(query, followed, [team.workspace])).toBe(this.links * linkedEvents);
    const written = await query<{ text: string }>(`select text from chat_item where workspace_id = ${ws} and author = 'customer'`, [
      team.workspace,
    ]);
    expect(written.map(({ text }) => text).sort()).toEqual(this.texts.sort());
  }

  left = () => leftOf(query, this.team);
}

/** Asked at any moment, and not only of a database at rest. */
const withoutTurn = () => query(breachesStatement((rule) => rule.startsWith("no workspace with work")));

test("instances that are killed in the middle of turns and steps lose, double and forget nothing", { tag: "@slow" }, async () => {
  const heavy = [await Heavy.begin(), await Heavy.begin()];
  const ledger = await Ledger.begin([urlOf(0), urlOf(1)], [await newTeam(cluster.running)], 500);
  let isOver = false;
  const working = Promise.all(heavy.map((one) => one.work(() => isOver)));
  let leftByKills = 0;
  for (let kill = 0; kill < minKills || leftByKills < 2; kill += 1) {
    await pause(500 + 1_500 * Math.random());
    const instance = cluster.instances[kill % 2];
    await instance?.running.kill();
    const left = await Promise.all(heavy.map((one) => one.left()));
    if (left.some((count) => count > 0)) leftByKills += 1;
    expect(await withoutTurn()).toEqual([]);
    await instance?.start();
  }
  isOver = true;
  await Promise.all([working, ledger.end()]);
  for (const one of heavy) await one.expectStored();
  await ledger.expectStored(query);
  expect(await breaches(query)).toEqual([]);
});
