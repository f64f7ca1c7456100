import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, type Team, teamAt, test } from "../../support/fixtures";
import { checkedImport, importIn, importOf, linesOf, readImport, sentFile } from "../../support/imports";
import { hasAllCases } from "../../support/runs";
import { type Running, startedFolder, startServer } from "../../support/server";

const kills = hasAllCases ? 7 : 2;
const count = 3_000;

/** Every hundredth phone is that of another line: the one that had it first keeps it. */
const fileOf = () =>
  `id,name,phone,plan\n${Array.from(
    { length: count },
    (_, index) => `user_${index},Name ${index},+4479${String(index % 100 === 7 ? 6 : index).padStart(8, "0")},pro`,
  ).join("\n")}\n`;

/** Kills the server while it works, at a moment that nothing chooses, and starts it again on its folder. */
async function killed(server: Running, env: Record<string, string>): Promise<Running> {
  await pause(randomInt(400));
  await server.kill();
  return startServer({ dataDir: server.dataDir, env });
}

test("an import that is killed in its check, its run and its undo loses, doubles and changes nothing", {
  tag: ["@embedded", "@slow"],
}, async () => {
  test.setTimeout(600_000);
  const env = { TRUSTED_PROXIES: "1" };
  let server = await startServer({ dataDir: startedFolder(), env });
  let team: Team = await newTeam(server);
  const { workspace, key, owner } = team;
  const again = async () => {
    server = await killed(server, env);
    team = teamAt(server, { workspace, key, owner });
  };
  try {
    const { id, columns } = await sentFile(team, fileOf());
    const targets = columns.map(({ index, header, target }) => ({
      index,
      target: header === "plan" ? { kind: "attribute", name: header } : target,
    }));
    expect((await team.api("PUT", `/imports/${id}/columns`, { body: { columns: targets } })).status).toBe(200);
    for (let turn = 0; turn < kills; turn += 1) await again();
    const checked = await importIn(team, id, "checked");
    expect(checked.counts).toMatchObject({ new: count, refused: 0, duplicate: 0 });
    expect(checked.progress.lines).toBe(count);

    expect((await team.api("POST", `/imports/${id}/run`)).status).toBe(202);
    let before = 0;
    for (let turn = 0; turn < kills; turn += 1) {
      await again();
      const { written } = (await readImport(team, id)).progress;
      expect(written).toBeGreaterThanOrEqual(before);
      before = written;
    }
    const done = await importIn(team, id, "done");
    expect(done).toMatchObject({ counts: { new: count, changed: 0 }, progress: { written: count } });
    const listed: string[] = [];
    for (let cursor = ""; ; ) {
      const { contacts, nextCursor } = (await team.api("GET", `/contacts?limit=200${cursor}`)).body as {
        contacts: { userId: string; name: string; phone: string }[];
        nextCursor: string | null;
      };
      for (const contact of contacts) {
        listed.push(contact.userId);
        expect(contact.name).toBe(contact.userId.replace("user_", "Name "));
      }
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(listed).toHaveLength(count);
    expect(new Set(listed).size).toBe(count);
    expect((await linesOf(team, id, "&result=refused")).length).toBe(0);

    expect(importOf(await team.api("POST", `/imports/${id}/undo`)).state).toBe("undoing");
    for (let turn = 0; turn < kills; turn += 1) await again();
    expect((await importIn(team, id, "undone")).undone).toEqual({ removed: count, stayed: 0 });
    expect((await team.api("GET", "/contacts")).body["contacts"]).toEqual([]);
    expect((await checkedImport(team, fileOf())).counts).toMatchObject({ new: count });
  } finally {
    await server.stop();
  }
});
