import type { Scheduled } from "@/lib/channels/scheduled/contract";
import type { ChatItem } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { setStatus, summaryOf } from "../../support/chat-work";
import { expect, type Session, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { errorReply } from "../../support/wire";

const visitor = (visitorId: string) => ({ channel: "website", visitorId });
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const hourMs = 3_600_000;

const schedule = (session: Session, chatId: string, body: object) =>
  session.call("POST", `/chats/${chatId}/scheduled`, { id: newId(), text: "Good morning!", sendAt: inMs(hourMs), ...body });
const cancel = (session: Session, chatId: string, id: string) => session.call("DELETE", `/chats/${chatId}/scheduled/${id}`);

async function waitingIn(session: Session, chatId: string): Promise<Scheduled[]> {
  const reply = await session.call("GET", `/chats/${chatId}/scheduled`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body["items"] as Scheduled[];
}

const writtenIn = async (session: Session, chatId: string) =>
  ((await session.call("GET", `/chats/${chatId}/items`)).body["items"] as ChatItem[]).flatMap((item) =>
    item.kind === "message" && item.author === "agent" ? [[item.id, item.authorName, item.text]] : [],
  );

test("a reply is sent at its time, once, and makes a chat of nobody its author's; a closed chat is open again", async ({ ada }) => {
  const owner = await ada.signIn();
  const { session: tom, id: tomId } = await joined(ada, owner);
  const [{ chatId }, closed] = [await ada.sendMessage(visitor("v_1")), await ada.sendMessage(visitor("v_2"))];
  const [first, second] = [newId(), newId()];
  const sendAt = inMs(6_000);
  for (const _ of [1, 2]) expect(await schedule(tom, chatId, { id: first, sendAt })).toMatchObject({ status: 201, body: { id: first } });
  await schedule(owner, closed.chatId, { id: second, sendAt });
  await setStatus(owner, closed.chatId, "closed");
  expect(await waitingIn(owner, chatId)).toMatchObject([{ id: first, sendAt, text: "Good morning!", failure: null }]);
  expect(await writtenIn(owner, chatId)).toEqual([]);
  await expect.poll(async () => (await waitingIn(owner, chatId)).length, { timeout: 20_000 }).toBe(0);
  expect(await writtenIn(owner, chatId)).toEqual([[first, expect.any(String), "Good morning!"]]);
  expect((await summaryOf(owner, chatId)).assignee?.id).toBe(tomId);
  await expect.poll(async () => (await waitingIn(owner, closed.chatId)).length, { timeout: 20_000 }).toBe(0);
  expect(await writtenIn(owner, closed.chatId)).toHaveLength(1);
  expect((await summaryOf(owner, closed.chatId)).status).toBe("open");
  expect(await cancel(owner, chatId, first)).toMatchObject(errorReply(409, "conflict", /sent or cancelled already/));
});

test("anybody in the workspace cancels it, and nobody of another one sees or cancels it", async ({ ada, bob }) => {
  const [owner, bobs] = [await ada.signIn(), await bob.signIn()];
  const { session: tom } = await joined(ada, owner);
  const { chatId } = await ada.sendMessage(visitor("v_1"));
  const foreign = await bob.sendMessage(visitor("v_1"));
  const id = newId();
  await schedule(owner, chatId, { id });
  expect((await bobs.call("GET", `/chats/${chatId}/scheduled`)).status).toBe(404);
  expect((await schedule(bobs, chatId, {})).status).toBe(404);
  expect((await cancel(bobs, foreign.chatId, id)).status).toBe(409);
  expect((await cancel(bobs, chatId, id)).status).toBe(404);
  expect(await cancel(tom, chatId, id)).toMatchObject({ status: 200, body: { cancelled: true } });
  expect(await waitingIn(owner, chatId)).toEqual([]);
  expect((await cancel(tom, chatId, id)).status).toBe(409);
});

test("refuses a time in the past or too far away, an empty text, a closed chat, and more than 20 in a chat", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage(visitor("v_1"));
  for (const sendAt of [inMs(-1_000), inMs(91 * 24 * hourMs)])
    expect(await schedule(owner, chatId, { sendAt })).toMatchObject(
      errorReply(400, "invalid_request", /^sendAt must be a time in the future/),
    );
  for (const sendAt of ["tomorrow", null]) expect((await schedule(owner, chatId, { sendAt })).status).toBe(400);
  expect((await schedule(owner, chatId, { text: " " })).status).toBe(400);
  expect((await schedule(owner, newId(), {})).status).toBe(404);
  for (let at = 0; at < 20; at += 1) expect((await schedule(owner, chatId, {})).status).toBe(201);
  expect(await schedule(owner, chatId, {})).toMatchObject(errorReply(409, "conflict", /at most 20/));
  await setStatus(owner, chatId, "closed");
  expect(await schedule(owner, chatId, {})).toMatchObject(errorReply(409, "conflict", /closed/));
});

test("what cannot be sent says why and stays: its author left, or the person has a newer chat", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const [left, older] = [await ada.sendMessage(visitor("v_1")), await ada.sendMessage(visitor("v_2"))];
  const sendAt = inMs(6_000);
  await schedule(tom.session, left.chatId, { sendAt });
  await schedule(owner, older.chatId, { sendAt });
  await owner.call("DELETE", `/members/${tom.id}`);
  await setStatus(owner, older.chatId, "closed");
  const newer = await ada.sendMessage(visitor("v_2"), "It is me again");
  const failures = async () =>
    [...(await waitingIn(owner, left.chatId)), ...(await waitingIn(owner, newer.chatId))].map(({ failure }) => failure);
  await expect.poll(failures, { timeout: 20_000 }).toEqual(["author_left", "newer_chat"]);
  for (const { chatId } of [left, older, newer]) expect(await writtenIn(owner, chatId)).toEqual([]);
  const [item] = await waitingIn(owner, newer.chatId);
  expect((await cancel(owner, item?.chatId ?? "", item?.id ?? "")).status).toBe(200);
});
