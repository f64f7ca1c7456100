import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ImportReply, ImportState } from "@/lib/data/imports/contract";
import { expect, newTeam, type Team, teamAt, test } from "../../support/fixtures";
import { importIn, importOf, linesOf, readImport, sentFile } from "../../support/imports";
import { hasAllCases } from "../../support/runs";
import { type Running, startedFolder, startServer } from "../../support/server";

const kills = hasAllCases ? 20 : 6;
/** Lines of each of the two files, half of which are of the same people. */
const count = hasAllCases ? 6_000 : 2_000;
const [overlap, there] = [count / 2, 100];

/** Every hundredth phone is that of another line: the one that had it first keeps it. */
const phoneOf = (index: number) => `+4479${String(index % 100 === 7 ? index - 1 : index).padStart(8, "0")}`;
const fileOf = (user: string, name: string, from: number) =>
  `id,name,phone\n${Array.from({ length: count }, (_, at) => `${user}_${from + at},${name} ${from + at},${phoneOf(from + at)}`).join("\n")}\n`;

type Contact = { userId: string; name: string; createdAt: string; updatedAt: string };
type Contacts = Map<string, Contact>;

/** A server that is killed while an import works, and goes on with its folder. */
class Killed {
  /** Kills that came before an import was through with its step. */
  hits = 0;
  private constructor(
    private server: Running,
    public team: Team,
  ) {}

  static readonly env = { TRUSTED_PROXIES: "1" };

  static async start(): Promise<Killed> {
    const server = await startServer({ dataDir: startedFolder(), env: Killed.env });
    return new Killed(server, await newTeam(server));
  }

  /** Kills it at a moment that nothing chooses, and starts it again. */
  async once(): Promise<void> {
    await pause(randomInt(250));
    await this.server.kill();
    this.server = await startServer({ dataDir: this.server.dataDir, env: Killed.env });
    this.team = teamAt(this.server, this.team);
  }

  /** Kills it so often, for as long as an import is in a state, which ends. Progress is never lost. */
  async during(id: string, state: ImportState, times: number): Promise<void> {
    let before = 0;
    for (let turn = 0; turn < times; turn += 1) {
      const now = await readImport(this.team, id);
      if (now.state !== state) break;
      expect(now.progress.done).toBeGreaterThanOrEqual(before);
      before = now.progress.done;
      this.hits += 1;
      await this.once();
    }
  }

  /** All contacts, whole, as they are stored. */
  async contacts(): Promise<Contacts> {
    const { text } = await (await this.team.signIn()).call("GET", "/contacts/export?format=ndjson");
    const all = text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Contact);
    const byId = new Map(all.map((contact) => [contact.userId, contact]));
    expect(byId.size).toBe(all.length);
    return byId;
  }

  stop = () => this.server.stop();
}

async function begin({ team }: Killed, content: string): Promise<ImportReply> {
  const { id, columns } = await sentFile(team, content);
  const targets = columns.map(({ index, target }) => ({ index, target }));
  const reply = await team.api("PUT", `/imports/${id}/columns`, { body: { columns: targets } });
  expect(reply.status, reply.text).toBe(200);
  return importOf(reply);
}

const step = async ({ team }: Killed, id: string, what: "run" | "cancel" | "undo") => {
  const reply = await team.api("POST", `/imports/${id}/${what}`);
  expect([200, 202], reply.text).toContain(reply.status);
};

const numberOf = (userId: string) => Number(userId.split("_")[1]);
const those = (all: Contacts, is: (contact: Contact) => boolean): Contacts => new Map([...all].filter(([, contact]) => is(contact)));

test("imports of the same people that are killed in their check, run and undo, or cancelled, lose, double and change nothing", {
  tag: ["@embedded", "@slow"],
}, async () => {
  test.setTimeout(900_000);
  const each = Math.ceil(kills / 5);
  const server = await Killed.start();
  try {
    const items = Array.from({ length: there }, (_, at) => ({ userId: `user_${at}`, name: `Before ${at}` }));
    expect((await server.team.api("POST", "/contacts/batch", { body: { items } })).status).toBe(200);
    const others = items.map(({ name }, at) => ({ userId: `other_${at}`, name }));
    expect((await server.team.api("POST", "/contacts/batch", { body: { items: others } })).status).toBe(200);
    const before = await server.contacts();

    // Two at once, half of whose people are the same.
    const [first, second] = [await begin(server, fileOf("user", "First", 0)), await begin(server, fileOf("user", "Second", overlap))];
    await server.during(second.id, "checking", each);
    const checked = [await importIn(server.team, first.id, "checked"), await importIn(server.team, second.id, "checked")];
    expect(checked[0]?.counts).toMatchObject({ new: count - there, changed: there, refused: 0, duplicate: 0 });
    expect(checked[1]?.counts).toMatchObject({ new: count, changed: 0, refused: 0, duplicate: 0 });
    expect(checked.map((one) => one?.progress.lines)).toEqual([count, count]);
    expect(await server.contacts()).toEqual(before);

    await step(server, first.id, "run");
    await step(server, second.id, "run");
    await server.during(first.id, "running", each);
    await server.during(second.id, "running", each);
    const done = [await importIn(server.team, first.id, "done"), await importIn(server.team, second.id, "done")];
    expect(done[0]).toMatchObject({ counts: { new: count - there, changed: there }, progress: { written: count } });
    expect(done[1]).toMatchObject({ counts: { new: overlap, changed: overlap }, progress: { written: count } });
    expect(await linesOf(server.team, second.id, "&result=refused")).toEqual([]);
    const after = await server.contacts();
    expect(after.size).toBe(there + count + overlap);
    for (const { userId, name } of after.values()) {
      const number = numberOf(userId);
      const last = number < overlap ? "First" : "Second";
      expect(name).toBe(userId.startsWith("other") ? `Before ${number}` : `${last} ${number}`);
    }

    // The same file once more changes nothing.
    const again = await begin(server, fileOf("user", "Second", overlap));
    expect((await importIn(server.team, again.id, "checked")).counts).toMatchObject({ new: 0, changed: 0, unchanged: count });
    await step(server, again.id, "run");
    await server.during(again.id, "running", 1);
    expect((await importIn(server.team, again.id, "done")).progress.written).toBe(0);
    expect(await server.contacts()).toEqual(after);

    // A cancelled one has written the lines that it counts, the first ones, and its undo leaves the table as it was.
    const late = await begin(server, fileOf("late", "Late", 2 * count));
    await importIn(server.team, late.id, "checked");
    await step(server, late.id, "run");
    await server.during(late.id, "running", Math.max(1, each - 2));
    await step(server, late.id, "cancel");
    await server.once();
    const cancelled = await importIn(server.team, late.id, "cancelled");
    const { written } = cancelled.progress;
    const made = those(await server.contacts(), ({ userId }) => userId.startsWith("late"));
    expect([...made.keys()].map(numberOf).sort((a, b) => a - b)).toEqual(Array.from({ length: written }, (_, at) => 2 * count + at));
    if (written > 0) {
      await step(server, late.id, "undo");
      await server.during(late.id, "undoing", 1);
      expect((await importIn(server.team, late.id, "undone")).undone).toEqual({ removed: written, stayed: 0 });
    }
    expect(await server.contacts()).toEqual(after);

    // Each undo removes what its import alone made, and touches no other row.
    await step(server, second.id, "undo");
    await server.during(second.id, "undoing", each);
    expect((await importIn(server.team, second.id, "undone")).undone).toEqual({ removed: overlap, stayed: 0 });
    expect(await server.contacts()).toEqual(those(after, ({ userId }) => userId.startsWith("other") || numberOf(userId) < count));
    await step(server, first.id, "undo");
    await server.during(first.id, "undoing", each);
    const removed = overlap - there;
    expect((await importIn(server.team, first.id, "undone")).undone).toEqual({ removed, stayed: overlap });
    const left = (number: number) => number < there || (number >= overlap && number < count);
    expect(await server.contacts()).toEqual(those(after, ({ userId }) => userId.startsWith("other") || left(numberOf(userId))));
    expect(server.hits).toBeGreaterThan(kills / 2);
    test.info().annotations.push({ type: "kills", description: String(server.hits) });
  } finally {
    await server.stop();
  }
});
