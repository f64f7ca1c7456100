import { newId } from "@/lib/kernel/ids";
import { chatsIn, idsIn, setStatus, summaryOf, teamOf } from "../../support/chat-work";
import { customer } from "../../support/desk";
import { expect, type Session, test } from "../../support/fixtures";
import { openStream } from "../../support/listening";
import { acceptAs, invited, joined } from "../../support/members";
import { errorReply } from "../../support/wire";
import { itemsOf } from "../helpers";

const note = (session: Session, chatId: string, text: string, mentions: string[]) =>
  session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "note", text, mentions });
const unreadMentions = async (session: Session) => (await chatsIn(session)).counts.mentions;

test("a note that mentions a member appears in their mentions, live and unread, until they read the chat", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const { chatId } = await ada.sendMessage(customer);
  const other = await ada.sendMessage({ channel: "website", visitorId: "v_1" });
  expect(await unreadMentions(tom.session)).toBe(0);
  const stream = await openStream(ada.url, ada.workspace, tom.session.cookie);
  const written = await note(owner, chatId, "@Tom Ray can you look?", [tom.id]);
  expect(written.status, written.text).toBe(201);
  // The stream names the chat alone.
  const heard = await stream.waitFor("change", ({ data }) => data.chats?.some(({ id, seq }) => id === chatId && seq === 2) === true);
  expect(JSON.stringify(heard.data)).not.toContain("look");
  stream.close();

  expect(await unreadMentions(tom.session)).toBe(1);
  expect(await summaryOf(tom.session, chatId)).toMatchObject({ isMentioned: true });
  expect(await idsIn(tom.session, "?view=mentions")).toEqual([chatId]);
  expect(await idsIn(tom.session, `?view=mentions&ids=${chatId},${other.chatId}`)).toEqual([chatId]);
  expect(await idsIn(owner, "?view=mentions")).toEqual([]);
  expect((await itemsOf(owner, chatId)).at(-1)).toMatchObject({
    kind: "note",
    text: "@Tom Ray can you look?",
    mentions: [{ id: tom.id, name: "Tom Ray" }],
  });

  await tom.session.call("POST", `/chats/${chatId}/read`, { seq: 1 });
  expect(await unreadMentions(tom.session)).toBe(1);
  await tom.session.call("POST", `/chats/${chatId}/read`, { seq: 2 });
  expect(await unreadMentions(tom.session)).toBe(0);
  // It stays in the view, which a closed chat does not leave either.
  await setStatus(owner, chatId, "closed");
  expect(await idsIn(tom.session, "?view=mentions")).toEqual([chatId]);
  await note(owner, chatId, "And again, @Tom Ray", [tom.id]);
  expect(await unreadMentions(tom.session)).toBe(1);
});

test("only members whose name is in the text are mentioned, and never the author", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const [olga] = await teamOf(owner);
  const [stranger] = await teamOf(await bob.signIn());
  const { chatId } = await ada.sendMessage(customer);
  const written = await note(owner, chatId, "@Olga Owner and nobody else", [tom.id, olga?.id ?? "", stranger?.id ?? "", newId()]);
  expect(written.status, written.text).toBe(201);
  expect((await itemsOf(owner, chatId)).at(-1)).toMatchObject({ mentions: [{ id: olga?.id, name: "Olga Owner" }] });
  for (const session of [owner, tom.session]) expect(await idsIn(session, "?view=mentions")).toEqual([]);
  await note(owner, chatId, "Nobody", []);
  expect((await itemsOf(owner, chatId)).at(-1)).not.toHaveProperty("mentions");

  const message = { id: newId(), kind: "message", text: "@Tom Ray", mentions: [tom.id] };
  expect(await owner.call("POST", `/chats/${chatId}/messages`, message)).toMatchObject(errorReply(400, "invalid_request", /^mentions /));
  const many = Array.from({ length: 51 }, () => newId());
  expect(await note(owner, chatId, "@Tom Ray", many)).toMatchObject(errorReply(400, "invalid_request", /^mentions /));
});

test("who leaves is mentioned nowhere, and begins anew when they come back", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const { chatId } = await ada.sendMessage(customer);
  await note(owner, chatId, "@Tom Ray look", [tom.id]);
  expect((await owner.call("DELETE", `/members/${tom.id}`)).status).toBe(200);
  // A draft that was written before still arrives, as text.
  const late = await note(owner, chatId, "@Tom Ray still there?", [tom.id]);
  expect(late.status, late.text).toBe(201);
  expect((await itemsOf(owner, chatId)).at(-1)).not.toHaveProperty("mentions");

  const { token } = await invited(owner, tom.email);
  expect((await acceptAs(ada, token, tom.session)).status).toBe(200);
  expect(await idsIn(tom.session, "?view=mentions")).toEqual([]);
  expect(await unreadMentions(tom.session)).toBe(0);
});

test("mentions belong to the workspace, also for somebody in two", async ({ ada, bob }) => {
  const [owner, his] = [await ada.signIn(), await bob.signIn()];
  const [bobsOwner] = await teamOf(his);
  const { token } = await invited(owner, bob.owner.email);
  expect((await acceptAs(ada, token, his)).status).toBe(200);
  const { chatId } = await ada.sendMessage(customer);
  const theirs = await bob.sendMessage(customer);
  expect((await note(owner, chatId, "@Olga Owner look", [bobsOwner?.id ?? ""])).status).toBe(201);
  expect(await idsIn(his, "?view=mentions")).toEqual([]);
  expect(await unreadMentions(his)).toBe(0);
  expect((await note(owner, theirs.chatId, "@Olga Owner look", [bobsOwner?.id ?? ""])).status).toBe(404);
});

test("notes that mention a member while they are being removed arrive, and leave no mention behind", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const chats = await Promise.all(Array.from({ length: 8 }, (_, at) => ada.sendMessage({ channel: "website", visitorId: `v_${at}` })));
  const [removed, ...notes] = await Promise.all([
    owner.call("DELETE", `/members/${tom.id}`),
    ...chats.map(({ chatId }) => note(owner, chatId, "@Tom Ray look", [tom.id])),
  ]);
  expect(removed?.status, removed?.text).toBe(200);
  expect(notes.map(({ status }) => status)).toEqual(notes.map(() => 201));
  const { token } = await invited(owner, tom.email);
  await acceptAs(ada, token, tom.session);
  expect(await idsIn(tom.session, "?view=mentions")).toEqual([]);
});
