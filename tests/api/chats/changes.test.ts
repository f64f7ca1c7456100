import type { changeChats } from "@/lib/chats/bulk/contract";
import { maxChanges } from "@/lib/chats/shared/limits";
import type { ReplyOf } from "@/lib/kernel/contract";
import { changesOf, idsIn } from "../../support/chat-work";
import { expect, newTeam, type Session, signIn, type Team, test } from "../../support/fixtures";
import { idOf, joined } from "../../support/members";
import { startedFolder, startServer } from "../../support/server";
import { errorReply } from "../../support/wire";
import { panelOf } from "../helpers";

const chatOf = async (team: Team, name: string) =>
  (await team.sendMessage({ channel: "website", visitorId: `v_${name}`, name }, "Hello")).chatId;
const change = (session: Session, changes: readonly object[]) => session.call("POST", "/chats/changes", { changes });
const resultsOf = async (session: Session, changes: readonly object[]) =>
  ((await change(session, changes)).body as ReplyOf<typeof changeChats>).results;

test("changes several chats, each on its own: one of another workspace, or one that is refused, leaves the others changed", async ({
  ada,
  bob,
}) => {
  const [one, two, foreign] = [await chatOf(ada, "Ada"), await chatOf(ada, "Luis"), await chatOf(bob, "Noor")];
  const [session, his] = [await ada.signIn(), await bob.signIn()];
  const { body: tag } = await session.call("POST", "/tags", { name: "Billing", color: "blue" });
  const set = { tag: { tagId: tag["id"], isSet: true } };

  const results = await resultsOf(session, [
    { chatId: one, status: "closed", ...set },
    { chatId: foreign, status: "closed", ...set },
    { chatId: two, accountId: one },
    { chatId: two, ...set },
  ]);
  expect(results).toMatchObject([
    { chatId: one, error: null },
    { chatId: foreign, error: { code: "not_found" } },
    { chatId: two, error: { code: "invalid_request", message: expect.stringContaining("accountId") } },
    { chatId: two, error: null },
  ]);
  expect((await panelOf(session, one)).chat).toMatchObject({ status: "closed", tags: [{ name: "Billing" }] });
  expect((await panelOf(session, two)).chat).toMatchObject({ status: "open", assignee: null, tags: [{ name: "Billing" }] });
  expect((await panelOf(his, foreign)).chat).toMatchObject({ status: "open", tags: [] });

  // A chat that was put away is so again after its closing is taken back; a time that has passed changes nothing.
  const [later, past] = [new Date(Date.now() + 3_600_000).toISOString(), new Date(Date.now() - 1_000).toISOString()];
  const back = [
    { chatId: one, status: "open", snoozedUntil: later },
    { chatId: two, status: "open", snoozedUntil: past },
  ];
  for (const { error } of await resultsOf(session, back)) expect(error).toBeNull();
  expect((await panelOf(session, one)).chat).toMatchObject({ status: "open", snoozedUntil: later });
  expect((await panelOf(session, two)).chat).toMatchObject({ status: "open", snoozedUntil: null });
});

test("changes nothing for a member who was removed meanwhile, and gives no chat to one", async ({ ada }) => {
  const [one, two] = [await chatOf(ada, "Ada"), await chatOf(ada, "Luis")];
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const { body: tag } = await owner.call("POST", "/tags", { name: "Billing", color: "blue" });
  const deeds = [{ status: "closed" }, { accountId: tom.id }, { tag: { tagId: tag["id"], isSet: true } }];
  expect((await owner.call("DELETE", `/members/${tom.id}`)).status).toBe(200);
  for (const deed of deeds) {
    const reply = await change(
      tom.session,
      [one, two].map((chatId) => ({ chatId, ...deed })),
    );
    expect(reply).toMatchObject(errorReply(404, "not_found"));
    expect(reply.text).toContain("you are not a member of it");
  }
  const given = [one, two].map((chatId) => ({ chatId, accountId: tom.id }));
  for (const { error } of await resultsOf(owner, given)) expect(error).toMatchObject({ code: "invalid_request" });
  for (const chatId of [one, two]) {
    expect((await panelOf(owner, chatId)).chat).toMatchObject({ status: "open", assignee: null, tags: [] });
    expect(await changesOf(owner, chatId)).toEqual([]);
  }
});

test("is half done when the process is killed, and whole after a repeat, with each change once", {
  tag: ["@embedded", "@slow"],
}, async () => {
  const env = { DEMO: "1", TRUSTED_PROXIES: "1" };
  const server = await startServer({ dataDir: startedFolder(), env });
  const team = await newTeam(server);
  const session = await team.signIn();
  const { body: tag } = await session.call("POST", "/tags", { name: "Billing", color: "blue" });
  const chats: string[] = [];
  for (let at = 0; at < maxChanges; at += 1) chats.push(await chatOf(team, `customer${at}`));
  const accountId = await idOf(session, team.owner.email);
  const changes = chats.map((chatId) => ({ chatId, status: "closed", accountId, tag: { tagId: tag["id"], isSet: true } }));

  const changing = change(session, changes).catch(() => undefined);
  const closed = (by: Session) => idsIn(by, "?view=closed");
  await expect.poll(async () => (await closed(session)).length, { intervals: [5] }).toBeGreaterThan(0);
  await server.kill();
  await changing;

  const again = await startServer({ dataDir: server.dataDir, env });
  const after = await signIn(again.url, team.workspace, team.owner);
  const before = await Promise.all(chats.map((chatId) => changesOf(after, chatId)));
  expect(before.filter((made) => made.length === 0)).not.toEqual([]);
  for (const { error } of await resultsOf(after, changes)) expect(error).toBeNull();
  const by = "Olga Owner";
  for (const chatId of chats) {
    expect(await changesOf(after, chatId)).toEqual([
      { by, what: "closed" },
      { by, what: "assigned", to: by, isSelf: true },
    ]);
    expect((await panelOf(after, chatId)).chat).toMatchObject({ status: "closed", tags: [{ name: "Billing" }] });
  }
  expect(await again.stop()).toBe(0);
});

test("refuses a call with no change, with more than 50, or with one that cannot be read, and changes nothing", async ({ ada }) => {
  const chatId = await chatOf(ada, "Ada");
  const session = await ada.signIn();
  const closing = { chatId, status: "closed" };
  for (const changes of [[], Array.from({ length: 51 }, () => closing), [closing, { chatId: "1", status: "closed" }]])
    expect(await change(session, changes)).toMatchObject(errorReply(400, "invalid_request"));
  expect((await panelOf(session, chatId)).chat.status).toBe("open");
});
