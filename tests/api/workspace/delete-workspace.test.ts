import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { newId } from "@/lib/kernel/ids";
import { admin, adminJson } from "../../support/admin";
import { dumpOf } from "../../support/dump";
import { expect, newTeam, send, signIn, test } from "../../support/fixtures";
import { startGraphApi } from "../../support/graph-api";
import { openStream } from "../../support/listening";
import { foundIn, markedPerson } from "../../support/marked";
import { addMember } from "../../support/members";
import { newFolder, startServer } from "../../support/server";
import { kinds, sendWebhook, webhookWith } from "../../support/whatsapp";
import { itemsOf, whatsapp } from "../helpers";

test("a workspace is exported, closed at once, and removed without a trace, also when the process was killed", {
  tag: ["@embedded", "@slow"],
}, async ({ receiver }) => {
  test.setTimeout(240_000);
  const graph = await startGraphApi();
  const env = {
    DEMO: "1",
    TRUSTED_PROXIES: "1",
    WHATSAPP_GRAPH_URL: graph.origin,
    ACTIONS_ALLOW_ORIGINS: `${graph.origin},${receiver.origin}`,
  };
  const server = await startServer({ env });
  const { dataDir } = server;
  const [gone, stays] = [await newTeam(server), await newTeam(server)];
  const { session, markers, visitor, channel, phone } = await markedPerson(gone, receiver);
  const { chatId } = await stays.sendMessage(whatsapp, "stays");
  const stream = await openStream(server.url, gone.workspace, session.cookie);
  const file = join(newFolder(), "export.jsonl");
  const exported = await adminJson(dataDir, "export-workspace", "--workspace", gone.workspace, "--file", file);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  expect(exported).toEqual({ workspace: gone.workspace, file, lines: lines.length });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // The text that was edited is not there any more, and bytes are encoded.
  const { "whatsapp text": _, sentBytes, pickedBytes, ...texts } = markers;
  expect(Object.entries(texts).filter(([, marker]) => !lines.some((line) => line.includes(marker)))).toEqual([]);
  const files = lines
    .flatMap((line) => (JSON.parse(line) as { base64?: string }).base64 ?? [])
    .map((text) => Buffer.from(text, "base64").toString());
  for (const bytes of [sentBytes, pickedBytes]) expect(files.some((one) => one.includes(bytes ?? ""))).toBe(true);
  expect(new Set(lines.map((line) => (JSON.parse(line) as { table: string }).table)).has("signing_secret")).toBe(false);

  // The first step closes it for everybody.
  const input = { workspace: gone.workspace, confirm: gone.workspace };
  const begun = await server.operate("delete-workspace", input);
  expect(begun).toMatchObject({ accounts: [gone.owner.email] });
  await stream.ended;
  expect((await session.call("GET", "/chats")).status).toBe(404);
  expect((await gone.api("GET", "/contacts/none")).status).toBe(401);
  expect((await visitor.call("GET", "/messages")).status).toBe(404);
  expect((await visitor.call("POST", "/messages", { id: newId(), text: "late" })).status).toBe(404);
  // As for a workspace that never was.
  expect((await sendWebhook(channel, webhookWith(kinds.text({ phone })))).status).toBe(401);
  expect((await send(`${server.url}/loader/${gone.workspace}.js`)).text).not.toContain(gone.workspace);
  expect(await adminJson(dataDir, "list-workspaces")).toMatchObject({ beingDeleted: [gone.workspace] });
  const closed = await admin(dataDir, "export-workspace", "--workspace", gone.workspace, "--file", `${file}.2`);
  expect(closed.error).toContain("has begun");
  await server.operate("remove-rows", { id: String(begun["id"]) });
  await server.kill();

  // Without a server; then nothing is left to go on with.
  const done = await adminJson(dataDir, "delete-workspace", "--workspace", gone.workspace, "--confirm", gone.workspace);
  expect(done).toMatchObject({ workspace: gone.workspace, deleted: true });
  const again = await admin(dataDir, "delete-workspace", "--workspace", gone.workspace, "--confirm", gone.workspace);
  expect(again).toMatchObject({ code: 1, error: expect.stringContaining(`There is no workspace ${gone.workspace}`) });
  const restarted = await startServer({ env, dataDir });
  const theirs = await signIn(restarted.url, stays.workspace, stays.owner);
  expect((await itemsOf(theirs, chatId)).map(({ kind }) => kind)).toEqual(["message"]);
  expect(await adminJson(dataDir, "delete-account", "--email", gone.owner.email, "--confirm", gone.owner.email)).toMatchObject({
    deleted: true,
    memberships: 0,
  });
  await restarted.stop();
  graph.close();
  const tables = await dumpOf(dataDir);
  const workspaceId = (JSON.parse(lines[0] ?? "") as { row: { id: string } }).row.id;
  expect(foundIn(tables, { ...markers, workspace: gone.workspace, workspaceId, owner: gone.owner.email })).toEqual([]);
  expect(readdirSync(join(dataDir, "files"), { recursive: true })).toEqual([]);
});

test("rejects a deletion that is not confirmed, and an export over a file, and changes nothing", { tag: "@embedded" }, async ({
  ada,
  server,
}) => {
  const { dataDir } = server;
  const of = ["delete-workspace", "--workspace", ada.workspace];
  const file = join(newFolder(), "export.jsonl");
  const unconfirmed = await admin(dataDir, ...of, "--export", file);
  expect(unconfirmed).toMatchObject({ code: 1, error: `This cannot be undone. Repeat the name: --confirm ${ada.workspace}\n` });
  const wrong = await admin(dataDir, ...of, "--confirm", "acme", "--export", file);
  expect(wrong.error).toContain(`--confirm must be ${ada.workspace}. Nothing was deleted.`);
  expect(() => statSync(file)).toThrow();
  const taken = await admin(dataDir, ...of, "--confirm", ada.workspace, "--export", "package.json");
  expect(taken.error).toContain("it is there already");
  expect((await admin(dataDir, "delete-workspace", "--workspace", "nowhere", "--confirm", "nowhere")).error).toContain(
    "There is no workspace nowhere",
  );
  expect((await (await ada.signIn()).call("GET", "/chats")).status).toBe(200);
});

test("deletes an account with its memberships and sessions, keeps what it wrote, and never the only owner's", async ({
  ada,
  bob,
  server,
}) => {
  const owner = await ada.signIn();
  const tom = { name: "Tom Ray", email: `tom-${ada.workspace}@example.com`, password: newId() };
  await addMember(ada, { role: "admin", ...tom });
  const session = await ada.signIn(tom);
  const { chatId } = await ada.sendMessage(whatsapp);
  await session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "note", text: "Seen" });
  await session.call("POST", `/chats/${chatId}/read`, { seq: 1 });
  const me = (await owner.call("GET", "/members")).body["members"] as { id: string; email: string }[];
  const accountId = me.find(({ email }) => email === tom.email)?.id;
  await session.call("POST", `/chats/${chatId}/assignee`, { accountId });

  const remove = (email: string) => server.operate("delete-account", { email, confirm: email });
  await expect(remove(ada.owner.email)).rejects.toThrow(`This is the only owner of ${ada.workspace}.`);
  await expect(server.operate("delete-account", { email: tom.email, confirm: "tom" })).rejects.toThrow("Nothing was deleted");
  expect(await remove(tom.email)).toEqual({ email: tom.email, deleted: true, memberships: 1 });
  expect((await session.call("GET", "/chats")).status).toBe(401);
  await expect(remove(tom.email)).rejects.toThrow("There is no account");
  expect(((await owner.call("GET", "/members")).body["members"] as object[]).length).toBe(1);
  const items = await itemsOf(owner, chatId);
  expect(items.find(({ kind }) => kind === "note")).toMatchObject({ authorName: "Tom Ray", text: "Seen" });
  const { items: chats } = (await owner.call("GET", "/chats")).body as { items: { assignee: unknown }[] };
  expect(chats[0]?.assignee).toBeNull();
  // The e-mail is free, for somebody who is somebody else.
  await addMember(bob, { role: "agent", ...tom });
  expect((await (await bob.signIn(tom)).call("GET", "/chats")).status).toBe(200);
});
