import type { Tag } from "@/lib/chats/tags/contract";
import { newId } from "@/lib/kernel/ids";
import { chatsIn, idsIn, setStatus, summaryOf, tagIn } from "../../support/chat-work";
import { customer } from "../../support/desk";
import { expect, type Session, test } from "../../support/fixtures";
import { openStream, type StreamEvent } from "../../support/listening";
import { joined } from "../../support/members";
import { errorReply } from "../../support/wire";
import { panelOf } from "../helpers";

const website = (visitorId: string) => ({ channel: "website", visitorId });

const setTag = (session: Session, chatId: string, tagId: string, isSet = true) =>
  session.call("POST", `/chats/${chatId}/tags`, { tagId, isSet });

test("admins keep the list of tags, and no two have the same name", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const { session: tom } = await joined(ada, owner);
  const vip = await tagIn(owner, " VIP ", "purple");
  expect(vip).toMatchObject({ name: "VIP", color: "purple" });
  const billing = await tagIn(owner, "billing");
  for (const session of [owner, tom]) expect((await session.call("GET", "/tags")).body).toEqual({ items: [billing, vip] });
  expect((await (await bob.signIn()).call("GET", "/tags")).body).toEqual({ items: [] });
  for (const call of [
    tom.call("POST", "/tags", { name: "Mine", color: "red" }),
    tom.call("PATCH", `/tags/${vip.id}`, { name: "Mine" }),
    tom.call("DELETE", `/tags/${vip.id}`),
  ])
    expect((await call).status).toBe(403);
  expect(await owner.call("POST", "/tags", { name: "vip", color: "red" })).toMatchObject(
    errorReply(409, "conflict", /^There is a tag “vip” already\.$/),
  );
  expect(await owner.call("PATCH", `/tags/${billing.id}`, { name: "Vip" })).toMatchObject(errorReply(409, "conflict", /already\.$/));
  expect((await owner.call("PATCH", `/tags/${vip.id}`, { name: "vip" })).body).toEqual({ ...vip, name: "vip" });
  for (const body of [
    { name: " ", color: "red" },
    { name: "x".repeat(41), color: "red" },
    { name: "x", color: "pink" },
  ])
    expect((await owner.call("POST", "/tags", body)).status).toBe(400);
});

test("any member tags a chat; list, panel and filter show it, and the screen of a colleague is notified", async ({ ada }) => {
  const owner = await ada.signIn();
  const { session: tom } = await joined(ada, owner);
  const [vip, billing] = [await tagIn(owner, "VIP"), await tagIn(owner, "Billing", "green")];
  const [chat, other, closed] = [
    await ada.sendMessage(customer),
    await ada.sendMessage(website("v_1")),
    await ada.sendMessage(website("v_2")),
  ];
  const stream = await openStream(ada.url, ada.workspace, owner.cookie);
  expect((await setTag(tom, chat.chatId, vip.id)).body).toEqual({ tags: [vip] });
  await stream.waitFor("change", ({ data }) => data.chats?.some(({ id }) => id === chat.chatId) === true);
  stream.close();
  expect((await setTag(tom, chat.chatId, billing.id)).body).toEqual({ tags: [billing, vip] });
  // The same again changes nothing.
  expect((await setTag(owner, chat.chatId, vip.id)).body).toEqual({ tags: [billing, vip] });
  expect(await summaryOf(owner, chat.chatId)).toMatchObject({ tags: [billing, vip], lastSeq: 1 });
  expect((await panelOf(owner, chat.chatId)).chat.tags).toEqual([billing, vip]);

  await setTag(tom, closed.chatId, vip.id);
  await setStatus(owner, closed.chatId, "closed");
  expect(await idsIn(owner, `?tag=${vip.id}`)).toEqual([chat.chatId]);
  expect(await idsIn(owner, `?tag=${vip.id}&view=closed`)).toEqual([closed.chatId]);
  expect(await idsIn(owner, `?tag=${vip.id}&channel=website`)).toEqual([]);
  const ids = [chat, other, closed].map(({ chatId }) => chatId).join(",");
  expect(await chatsIn(owner, `?tag=${billing.id}&ids=${ids}`)).toMatchObject({ items: [{ id: chat.chatId }], counts: { unassigned: 2 } });
  expect(await idsIn(owner, `?tag=${newId()}`)).toEqual([]);
  expect(await owner.call("GET", "/chats?tag=vip")).toMatchObject(errorReply(400, "invalid_request", /^tag /));

  expect((await setTag(tom, chat.chatId, vip.id, false)).body).toEqual({ tags: [billing] });
  expect((await setTag(tom, chat.chatId, vip.id, false)).body).toEqual({ tags: [billing] });
  const open = await openStream(ada.url, ada.workspace, tom.cookie);
  const ofBilling = ({ data }: StreamEvent) => data.tags?.includes(billing.id) === true;
  await owner.call("PATCH", `/tags/${billing.id}`, { name: "Money" });
  await open.waitFor("change", ofBilling);
  expect((await summaryOf(owner, chat.chatId)).tags).toEqual([{ ...billing, name: "Money" }]);
  await owner.call("DELETE", `/tags/${billing.id}`);
  await expect.poll(() => open.received.filter(ofBilling).length).toBe(2);
  open.close();
  expect((await summaryOf(owner, chat.chatId)).tags).toEqual([]);
});

test("a tag of another workspace, or of none, is refused", async ({ ada, bob }) => {
  const [owner, stranger] = [await ada.signIn(), await bob.signIn()];
  const [mine, his] = [await tagIn(owner, "VIP"), await tagIn(stranger, "VIP")];
  const { chatId } = await ada.sendMessage(customer);
  for (const id of [his.id, newId()])
    expect(await setTag(owner, chatId, id)).toMatchObject(
      errorReply(400, "invalid_request", /^tagId must be that of a tag of this workspace\.$/),
    );
  for (const isSet of [true, false]) expect((await setTag(stranger, chatId, mine.id, isSet)).status).toBe(404);
  expect((await summaryOf(owner, chatId)).tags).toEqual([]);
  expect(await idsIn(stranger, `?tag=${mine.id}`)).toEqual([]);
});

test("a workspace has 100 tags at most and a chat 20, also when they are set at the same time", async ({ ada }) => {
  const owner = await ada.signIn();
  const added = await Promise.all(
    Array.from({ length: 104 }, (_, at) => owner.call("POST", "/tags", { name: `Tag ${at}`, color: "grey" })),
  );
  const tags = added.flatMap(({ status, body }) => (status === 201 ? [body as Tag] : []));
  expect(tags).toHaveLength(100);
  expect(added.filter(({ status }) => status === 409)).toHaveLength(4);
  const { chatId } = await ada.sendMessage(customer);
  const set = await Promise.all(tags.slice(0, 26).map(({ id }) => setTag(owner, chatId, id)));
  expect(set.filter(({ status }) => status === 200)).toHaveLength(20);
  for (const reply of set.filter(({ status }) => status !== 200))
    expect(reply).toMatchObject(errorReply(409, "conflict", /^A chat has at most 20 tags\./));
  expect((await summaryOf(owner, chatId)).tags).toHaveLength(20);
});
