import { newId } from "@/lib/kernel/ids";
import { answer, assign, changesOf, chatsIn, idsIn, inAnHour, setStatus, snooze, summaryOf, teamOf } from "../../support/chat-work";
import { customer } from "../../support/desk";
import { expect, type Session, test } from "../../support/fixtures";
import { openStream } from "../../support/listening";
import { acceptAs, invited, joined } from "../../support/members";
import { errorReply } from "../../support/wire";
import { itemsOf, panelOf } from "../helpers";

const website = (visitorId: string) => ({ channel: "website", visitorId });
const assigneeOf = async (session: Session, chatId: string) => (await summaryOf(session, chatId)).assignee;

test("lists the members for everybody, and those of no other workspace", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const [olga] = await teamOf(owner);
  expect(olga?.name).toBe("Olga Owner");
  expect(await teamOf(tom.session)).toEqual([olga, { id: tom.id, name: "Tom Ray" }]);
  expect(await teamOf(await bob.signIn())).not.toContainEqual(olga);
});

test("makes a chat of nobody that of the agent who answers first; a note and later answers do not", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const { chatId } = await ada.sendMessage(customer);
  await answer(owner, chatId, "Somebody should answer", "note");
  expect(await assigneeOf(owner, chatId)).toBeNull();
  await answer(tom.session, chatId);
  const his = { id: tom.id, name: "Tom Ray" };
  expect(await assigneeOf(owner, chatId)).toEqual(his);
  expect((await panelOf(owner, chatId)).chat).toMatchObject({ assignee: his, snoozedUntil: null });
  await answer(owner, chatId);
  expect(await assigneeOf(owner, chatId)).toEqual(his);
  // The message says it.
  expect(await changesOf(owner, chatId)).toEqual([]);
});

test("assigns and unassigns by hand with a trace, moves no chat, and adds nothing for the same again", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const [olga] = await teamOf(owner);
  const { chatId } = await ada.sendMessage(customer);
  const newer = await ada.sendMessage(website("v_1"));
  const stream = await openStream(ada.url, ada.workspace, tom.session.cookie);
  for (const accountId of [tom.id, tom.id, olga?.id ?? "", null, null]) expect((await assign(owner, chatId, accountId)).status).toBe(200);
  await stream.waitFor("change", ({ data }) => data.chats?.some(({ id, seq }) => id === chatId && seq === 4) === true);
  stream.close();
  expect(await changesOf(owner, chatId)).toEqual([
    { by: "Olga Owner", what: "assigned", to: "Tom Ray", isSelf: false },
    { by: "Olga Owner", what: "assigned", to: "Olga Owner", isSelf: true },
    { by: "Olga Owner", what: "unassigned" },
  ]);
  expect(await idsIn(owner)).toEqual([newer.chatId, chatId]);
  expect(await summaryOf(owner, chatId)).toMatchObject({ assignee: null, preview: { kind: "message" }, unread: 1, lastSeq: 4 });
  expect((await assign(owner, chatId, tom.id)).body).toEqual({ assignee: { id: tom.id, name: "Tom Ray" } });
});

test("rejects an account that is no member here, and a chat of another workspace", async ({ ada, bob }) => {
  const [owner, stranger] = [await ada.signIn(), await bob.signIn()];
  const { chatId } = await ada.sendMessage(customer);
  const [his] = await teamOf(stranger);
  for (const accountId of [his?.id, newId()]) {
    const reply = await assign(owner, chatId, accountId ?? "");
    expect(reply).toMatchObject(errorReply(400, "invalid_request", /^accountId must be that of a member of this workspace, or null\.$/));
  }
  expect(await assign(owner, chatId, "tom")).toMatchObject(errorReply(400, "invalid_request", /^accountId /));
  for (const accountId of [his?.id ?? "", null]) expect((await assign(stranger, chatId, accountId)).status).toBe(404);
  for (const [path, body] of [
    ["snooze", { until: inAnHour().toISOString() }],
    ["status", { status: "closed" }],
    ["presence", { state: "replying" }],
  ] as const)
    expect((await stranger.call("POST", `/chats/${chatId}/${path}`, body)).status).toBe(404);
  expect((await itemsOf(owner, chatId)).map(({ kind }) => kind)).toEqual(["message"]);
  expect(await summaryOf(owner, chatId)).toMatchObject({ assignee: null, status: "open", snoozedUntil: null });
});

test("two who assign at the same time leave one assignee, and the changes in the order in which they were made", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const [olga] = await teamOf(owner);
  const { chatId } = await ada.sendMessage(customer);
  const both = [olga?.id ?? "", tom.id];
  const replies = await Promise.all(Array.from({ length: 12 }, (_, at) => assign(owner, chatId, both[at % 2] ?? "")));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const items = await itemsOf(owner, chatId);
  expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at + 1));
  const names = (await changesOf(owner, chatId)).map((change) => (change.what === "assigned" ? change.to : change.what));
  expect(names.length).toBeGreaterThanOrEqual(2);
  expect(names.every((name, at) => name !== names[at - 1])).toBe(true);
  expect((await assigneeOf(owner, chatId))?.name).toBe(names.at(-1));
});

test("twenty answers at once by three agents assign the chat once, to whoever was first", async ({ ada }) => {
  const owner = await ada.signIn();
  const agents = [owner, (await joined(ada, owner)).session, (await joined(ada, owner)).session];
  const { chatId } = await ada.sendMessage(customer);
  await Promise.all(Array.from({ length: 20 }, (_, at) => answer(agents[at % 3] ?? owner, chatId, String(at))));
  const first = (await itemsOf(owner, chatId)).find((item) => item.kind === "message" && item.author === "agent");
  const mine = await Promise.all(agents.map(async (agent) => (await idsIn(agent, "?view=mine")).includes(chatId)));
  expect(mine.filter(Boolean)).toHaveLength(1);
  const text = first?.kind === "message" ? Number(first.text) : Number.NaN;
  expect(mine.indexOf(true)).toBe(text % 3);
  expect(await changesOf(owner, chatId)).toEqual([]);
});

test("a closed and a snoozed chat keep their assignee", async ({ ada }) => {
  const owner = await ada.signIn();
  const [olga] = await teamOf(owner);
  const [{ chatId: closed }, { chatId: snoozed }] = [await ada.sendMessage(customer), await ada.sendMessage(website("v_1"))];
  for (const id of [closed, snoozed]) await assign(owner, id, olga?.id ?? "");
  await setStatus(owner, closed, "closed");
  await snooze(owner, snoozed, inAnHour());
  for (const id of [closed, snoozed]) expect(await assigneeOf(owner, id)).toEqual(olga);
  expect(await chatsIn(owner, "?view=mine")).toMatchObject({ items: [], counts: { mine: 0, unassigned: 0 } });
});

test("a member who is removed or leaves loses their chats, here and in no other workspace", async ({ ada, bob, server }) => {
  const [owner, bobs] = [await ada.signIn(), await bob.signIn()];
  const tom = await joined(ada, owner);
  const ann = await joined(ada, owner, "admin");
  const { token } = await invited(bobs, tom.email);
  expect((await acceptAs(server, token, tom.session)).status).toBe(200);
  const [open, closed] = [await ada.sendMessage(customer), await ada.sendMessage(website("v_1"))];
  const [annsChat, elsewhere] = [await ada.sendMessage(website("v_2")), await bob.sendMessage(customer)];
  for (const { chatId } of [open, closed]) await assign(owner, chatId, tom.id);
  await assign(owner, annsChat.chatId, ann.id);
  await assign(bobs, elsewhere.chatId, tom.id);
  await setStatus(owner, closed.chatId, "closed");

  const stream = await openStream(server.url, ada.workspace, owner.cookie);
  expect((await owner.call("DELETE", `/members/${tom.id}`)).status).toBe(200);
  // The stream's session is checked meanwhile, and what was held back becomes one `ready`.
  const hasHeard = () =>
    stream.received.slice(1).some(({ event, data }) => event === "ready" || data.chats?.some(({ id }) => id === open.chatId));
  await expect.poll(hasHeard).toBe(true);
  stream.close();
  for (const { chatId } of [open, closed]) expect(await assigneeOf(owner, chatId)).toBeNull();
  expect(await idsIn(owner, "?view=unassigned")).toEqual([open.chatId]);
  expect((await changesOf(owner, open.chatId)).at(-1)).toEqual({ by: "Olga Owner", what: "unassigned" });
  expect(await assigneeOf(bobs, elsewhere.chatId)).toMatchObject({ id: tom.id });
  expect(await assigneeOf(owner, annsChat.chatId)).toMatchObject({ id: ann.id });
  expect((await assign(owner, open.chatId, tom.id)).status).toBe(400);

  // Ann leaves by herself.
  expect((await ann.session.call("DELETE", `/members/${ann.id}`)).status).toBe(200);
  expect(await assigneeOf(owner, annsChat.chatId)).toBeNull();
});

test("an assignment that races with the removal of the member leaves nothing with them", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const chats = await Promise.all(Array.from({ length: 8 }, (_, at) => ada.sendMessage(website(`v_${at}`))));
  const assignments = chats.map(({ chatId }) => assign(owner, chatId, tom.id));
  const removal = owner.call("DELETE", `/members/${tom.id}`);
  for (const { status } of await Promise.all(assignments)) expect([200, 400]).toContain(status);
  expect((await removal).status).toBe(200);
  expect((await idsIn(owner, "?view=unassigned")).sort()).toEqual(chats.map(({ chatId }) => chatId).sort());
});

test("closing and opening leave a trace each, and the same status again none", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage(customer);
  for (const status of ["open", "closed", "closed", "open", "open"] as const)
    expect(await setStatus(owner, chatId, status)).toMatchObject({ status: 200, body: { status } });
  expect(await changesOf(owner, chatId)).toEqual([
    { by: "Olga Owner", what: "closed" },
    { by: "Olga Owner", what: "reopened" },
  ]);
  await Promise.all(Array.from({ length: 5 }, () => setStatus(owner, chatId, "closed")));
  expect(await changesOf(owner, chatId)).toHaveLength(3);
});
