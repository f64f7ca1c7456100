import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { newDesk } from "../desk";
import { enter, expect, newTeam, test } from "../fixtures";
import { startServer } from "../server";

/** Every file below the folder that holds one of the words. */
function filesWith(folder: string, words: Record<string, string>): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const bytes = readFileSync(file);
      return Object.entries(words).flatMap(([name, word]) => (bytes.includes(word) ? [`${name} in ${file}`] : []));
    });
}

test("signing secrets, keys and passwords stand nowhere in the data folder or the output", async ({ receiver }) => {
  const server = await startServer({
    env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin, LOG_LEVEL: "trace" },
  });
  const team = await newTeam(server);
  const desk = await newDesk(team, receiver);
  await desk.pressed();
  const reveal = async () => String((await desk.session.call("POST", "/actions/secret/reveal", {})).body["secret"]);
  const words: Record<string, string> = { "first secret": await reveal(), "first key": team.key, "owner's password": team.owner.password };
  words["rotated secret"] = String((await desk.session.call("POST", "/actions/secret/rotate", {})).body["secret"]);
  words["second key"] = String((await desk.session.call("POST", "/keys", { name: "Second" })).body["secret"]);
  const member = await desk.session.call("POST", "/members", { name: "Tom", email: `${team.workspace}-tom@example.com`, role: "agent" });
  words["first password"] = String(member.body["password"]);
  words["wrong password"] = "a wrong password that was typed";
  await enter(server.url, { email: team.owner.email, password: words["wrong password"] });
  await team.api("GET", "/contacts/none", { headers: { authorization: `Bearer ${team.key}x` } });
  await desk.pressed();

  for (const word of Object.values(words)) expect(word.length).toBeGreaterThan(12);
  expect(filesWith(server.dataDir, words)).toEqual([]);
  expect(await server.stop()).toBe(0);
  expect(filesWith(server.dataDir, words)).toEqual([]);
  // The workspace's name is found, so the search does find what is there.
  expect(filesWith(server.dataDir, { name: team.workspace })).not.toEqual([]);
  for (const [name, word] of Object.entries(words)) expect(server.output().includes(word), name).toBe(false);
});

test("no list shows a signing secret, a key, a password or what is kept of them", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const secret = String((await desk.session.call("POST", "/actions/secret/reveal", {})).body["secret"]);
  const lists = await Promise.all(
    ["/actions", "/keys", "/members", "/plan", "/chats", `/chats/${desk.chatId}/panel`].map((path) => desk.session.call("GET", path)),
  );
  for (const { status, text } of lists) {
    expect(status).toBe(200);
    for (const word of [secret, ada.key, ada.owner.password, "hash", "sealed", "argon2", "epoch"]) expect(text).not.toContain(word);
  }
  expect(lists[0]?.body["secret"]).toMatchObject({ masked: `whsec_${"•".repeat(24)}${secret.slice(-4)}` });
  expect(lists[1]?.body["keys"]).toMatchObject([{ prefix: ada.key.slice(0, 10), lastFour: ada.key.slice(-4) }]);
});

test("the files that hold the installation's own secrets are for their owner alone", async ({ server }) => {
  for (const file of ["secrets.json", "lock.json", "demo.json"]) expect(statSync(join(server.dataDir, file)).mode & 0o077).toBe(0);
});
