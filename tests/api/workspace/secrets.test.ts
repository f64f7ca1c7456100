import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { newId } from "@/lib/kernel/ids";
import { contracts } from "../../support/contracts";
import { customer, type Desk, newDesk } from "../../support/desk";
import { dumpOf, filesWith } from "../../support/dump";
import { attemptSignIn, expect, newTeam, send, type Team, test } from "../../support/fixtures";
import { checkedImport } from "../../support/imports";
import { accept, idOf, invited, newPerson, redeem, resetLink } from "../../support/members";
import { type Running, startServer } from "../../support/server";
import { upload } from "../../support/uploads";
import { panelOf } from "../helpers";
import { addEndpoint } from "../webhooks/helpers";

type Walk = { server: Running; team: Team; desk: Desk; ids: Record<string, string> };

/** What pages and lists show to the owner: every page that exists, and every GET of the contract. */
async function seenBy({ server, team, desk, ids }: Walk): Promise<Map<string, string>> {
  const named = (path: string, pattern: RegExp) =>
    path.replace(pattern, (_, name: string) => {
      const value = ids[name];
      if (value === undefined) throw new Error(`The walk has no ${name} for ${path}.`);
      return encodeURIComponent(value);
    });
  const pages = readdirSync("app", { recursive: true })
    .map((file) => `/${String(file)}`)
    .filter((file) => file.endsWith("/page.tsx"))
    // A folder in parentheses is no part of the address.
    .map((file) => named(file.replace("/page.tsx", "").replace(/\/\(\w+\)/g, ""), /\[(\w+)\]/g) || "/");
  const lists = contracts.filter(({ method, access, isStream }) => method === "GET" && access !== "operator" && !isStream);
  const paths = [...pages, ...lists.map(({ path }) => named(path, /\{(\w+)\}/g))];

  const seen = new Map<string, string>();
  for (const path of paths) {
    const headers: Record<string, string> = path.startsWith("/api/v1/")
      ? { authorization: `Bearer ${team.key}` }
      : { cookie: desk.session.cookie };
    const { status, text, headers: back } = await send(server.url + path, { headers });
    expect(status, path).toBeLessThan(500);
    seen.set(path, `${JSON.stringify([...back].filter(([name]) => name !== "set-cookie"))}${text}`);
  }
  return seen;
}

/** A word as it is, and in base64, hexadecimal and URL encoding. */
const encodings = (word: string) => [
  word,
  Buffer.from(word).toString("base64").replace(/=+$/, ""),
  Buffer.from(word).toString("hex"),
  encodeURIComponent(word),
];
const wordsIn = (text: string, words: Record<string, string>): string[] =>
  Object.entries(words).flatMap(([name, word]) => (encodings(word).some((encoded) => text.includes(encoded)) ? [name] : []));

test("stores, logs, shows and sends no secret in a walk through everything", {
  tag: "@embedded",
}, async ({ receiver }) => {
  test.setTimeout(120_000);
  const own = { SECRET_KEY: randomBytes(32).toString("hex"), NEXTAUTH_SECRET: randomBytes(32).toString("hex") };
  const server = await startServer({
    env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin, LOG_LEVEL: "trace", ...own },
  });
  const team = await newTeam(server);
  const userId = `user_${newId()}`;
  await team.api("PUT", `/contacts/${userId}`, { body: { name: "Ada", phone: customer.phone } });
  const recorded = await team.api("POST", "/events", { body: { event: "Payment failed", userId } });
  const eventId = String(recorded.body["id"]);
  const desk = await newDesk(team, receiver);
  await desk.pressAndWait();
  const reveal = async () => String((await desk.session.call("POST", "/actions/secret/reveal", {})).body["secret"]);
  const words: Record<string, string> = {
    ...own,
    "first secret": await reveal(),
    "first key": team.key,
    "owner's password": team.owner.password,
    "session cookie": desk.session.cookie.replace("beside.session=", ""),
  };
  words["rotated secret"] = String((await desk.session.call("POST", "/actions/secret/rotate", {})).body["secret"]);
  const key = await desk.session.call("POST", "/keys", { name: "Second" });
  words["second key"] = String(key.body["secret"]);
  const { id: keyId } = key.body["key"] as { id: string };
  words["third key"] = String((await desk.session.call("POST", `/keys/${keyId}/rotate`, {})).body["secret"]);
  const tom = newPerson({ name: "Tom" });
  const { token: invitation } = await invited(desk.session, tom.email);
  await accept(team, invitation, tom);
  const accountId = await idOf(desk.session, tom.email);
  const reset = await resetLink(desk.session, accountId);
  const { token: pending } = await invited(desk.session, `${team.workspace}-pending@example.com`);
  Object.assign(words, { invitation, reset, "pending invitation": pending, "chosen password": tom.password, "reset password": newId() });
  await redeem(team, reset, words["reset password"] ?? "");
  words["wrong password"] = "a wrong password that was typed";
  await attemptSignIn(server.url, { email: team.owner.email, password: words["wrong password"] });
  await team.api("GET", "/contacts/none", { headers: { authorization: `Bearer ${team.key}x` } });
  await team.api("POST", "/events", { raw: `{"event":"${team.key}` });
  desk.replyWith({ status: 202 });
  const callId = newId();
  await desk.press(callId);
  await expect.poll(async () => (await panelOf(desk.session, desk.chatId)).running).toMatchObject([{ state: "working" }]);
  await team.api("POST", `/actions/${callId}/result`, { body: { message: "Refunded.", event: { name: "Refund issued" } } });
  desk.replyWith({ status: 500 });
  await desk.pressAndWait();
  await desk.session.call("POST", "/actions/secret/end-overlap", {});

  words["identify secret"] = String((await desk.session.call("POST", "/widget/secret/reveal", {})).body["secret"]);
  const { id: attachmentId } = await upload(desk.session, desk.chatId);

  const { id: endpointId, secret, path: hook } = await addEndpoint(team, receiver, { types: ["ping"] });
  words["webhook secret"] = secret;
  words["second webhook secret"] = String((await team.api("POST", `/webhook-endpoints/${endpointId}/rotate`)).body["secret"]);
  await team.api("POST", `/webhook-endpoints/${endpointId}/test`);
  const deliveries = async () =>
    (await desk.session.call("GET", `/webhooks/${endpointId}/deliveries`)).body["items"] as { eventId: string; state: string }[];
  await expect.poll(async () => (await deliveries())[0]?.state).toBe("delivered");
  const hooked = receiver.calls(hook).map(({ headers, raw }) => [headers, raw.toString()]);
  expect(wordsIn(JSON.stringify(hooked), words)).toEqual([]);
  const webhookEventId = (await deliveries())[0]?.eventId ?? "";
  const requests = async () => (await desk.session.call("GET", "/requests?status=errors")).body["items"] as { id: string }[];
  await expect.poll(async () => (await requests()).length).toBeGreaterThan(0);
  const requestId = (await requests())[0]?.id ?? "";
  const { id: importId } = await checkedImport(team, "userId,name\nimported,Ada\n,Nobody\n");

  const { contact, person } = await panelOf(desk.session, desk.chatId);
  const [contactId, personId] = [contact?.id ?? "", person.id];
  const ids = { workspace: team.workspace, chatId: desk.chatId, contactId, personId, callId, userId, keyId, accountId, attachmentId };
  Object.assign(ids, { endpointId, webhookEventId, requestId, importId, eventId });
  const seen = await seenBy({ server, team, desk, ids });
  for (const [path, text] of seen) expect(wordsIn(text, words), path).toEqual([]);
  expect(wordsIn(seen.get(`/${team.workspace}/settings/members`) ?? "", { Tom: "Tom" })).toEqual(["Tom"]);
  const sent = JSON.stringify(desk.calls().map(({ headers, raw }) => [headers, raw.toString()]));
  expect(wordsIn(sent, words)).toEqual([]);

  for (const word of Object.values(words)) expect(word.length).toBeGreaterThan(12);
  expect(filesWith(server.dataDir, words)).toEqual([]);
  expect(await server.stop()).toBe(0);
  expect(filesWith(server.dataDir, words)).toEqual([]);
  const tables = await dumpOf(server.dataDir);
  expect(tables.size).toBeGreaterThan(12);
  for (const [table, rows] of tables) expect(wordsIn(JSON.stringify(rows), words), table).toEqual([]);
  // Checks the search itself: a known word is found in files and in tables.
  expect(filesWith(server.dataDir, { name: team.workspace })).not.toEqual([]);
  expect(wordsIn(JSON.stringify(tables.get("workspace")), { name: team.workspace })).toEqual(["name"]);
  expect(wordsIn(server.output(), words)).toEqual([]);
});

test("shows no signing secret, key or password in a list, nor their hashes or encrypted forms", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const secret = String((await desk.session.call("POST", "/actions/secret/reveal", {})).body["secret"]);
  const lists = await Promise.all(
    ["/actions", "/keys", "/members", "/plan", "/requests", "/chats", `/chats/${desk.chatId}/panel`].map((path) =>
      desk.session.call("GET", path),
    ),
  );
  for (const { status, text } of lists) {
    expect(status).toBe(200);
    for (const word of [secret, ada.key, ada.owner.password, "hash", "sealed", "argon2", "epoch"]) expect(text).not.toContain(word);
  }
  expect(lists[0]?.body["secret"]).toMatchObject({ masked: `whsec_${"•".repeat(24)}${secret.slice(-4)}` });
  expect(lists[1]?.body["keys"]).toMatchObject([{ prefix: ada.key.slice(0, 10), lastFour: ada.key.slice(-4) }]);
});

test("makes files with the installation's secrets readable only by their owner", { tag: "@embedded" }, async ({ server }) => {
  for (const file of ["secrets.json", "lock.json", "demo.json"]) expect(statSync(join(server.dataDir, file)).mode & 0o077).toBe(0);
});
