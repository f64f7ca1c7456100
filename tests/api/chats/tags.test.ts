import type { Tag } from "@/lib/chats/tags/contract";
import type { getContactPage, listContacts } from "@/lib/desk/directory/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { chatsIn, idsIn, setStatus, summaryOf, tagIn } from "../../support/chat-work";
import { parseCsv } from "../../support/csv";
import { customer } from "../../support/desk";
import { embedToken, viewOf } from "../../support/embed";
import { expect, type Session, test } from "../../support/fixtures";
import { openStream, type StreamEvent } from "../../support/listening";
import { joined } from "../../support/members";
import { errorReply } from "../../support/wire";
import { panelOf, phone, putContact } from "../helpers";

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

/** A contact's page, and the list of contacts, as members read them. */
const pageOf = async (session: Session, contactId: string) =>
  (await session.call("GET", `/contacts/${contactId}`)).body as ReplyOf<typeof getContactPage>;
const listedIn = async (session: Session, query = "") =>
  ((await session.call("GET", `/contacts${query}`)).body as ReplyOf<typeof listContacts>).items;
const contactIn = async (session: Session, userId: string) => (await listedIn(session)).find((one) => one.userId === userId)?.id ?? "";
const setContactTag = (session: Session, contactId: string, tagId: string, isSet = true) =>
  session.call("POST", `/contacts/${contactId}/tags`, { tagId, isSet });

test("any member tags a contact; page, list, filter, panel, exports and an open page show it, and a backend's frame does not", async ({
  ada,
}) => {
  const owner = await ada.signIn();
  const { session: tom } = await joined(ada, owner);
  const [vip, billing] = [await tagIn(owner, "VIP"), await tagIn(owner, "Billing", "green")];
  await putContact(ada, "user_1", { name: "Ada", phone });
  await putContact(ada, "user_2", { name: "Noor" });
  const { chatId } = await ada.sendMessage(customer);
  const [id, other] = [await contactIn(owner, "user_1"), await contactIn(owner, "user_2")];
  const stream = await openStream(ada.url, ada.workspace, owner.cookie);
  expect((await setContactTag(tom, id, vip.id)).body).toEqual({ tags: [vip] });
  await stream.waitFor("change", ({ data }) => data.contacts?.includes(id) === true);
  expect((await setContactTag(tom, id, billing.id)).body).toEqual({ tags: [billing, vip] });
  expect((await setContactTag(owner, id, vip.id)).body).toEqual({ tags: [billing, vip] });
  await setContactTag(owner, other, billing.id);

  expect((await pageOf(tom, id)).contact.tags).toEqual([billing, vip]);
  expect((await panelOf(tom, chatId)).contact?.tags).toEqual([billing, vip]);
  expect((await listedIn(tom)).map(({ userId, tags }) => [userId, tags])).toEqual([
    ["user_1", [billing, vip]],
    ["user_2", [billing]],
  ]);
  for (const [query, found] of [
    [`?tag=${vip.id}`, ["user_1"]],
    [`?tag=${billing.id}`, ["user_1", "user_2"]],
    [`?tag=${billing.id}&text=no`, ["user_2"]],
    [`?tag=${newId()}`, []],
  ] as const)
    expect((await listedIn(tom, query)).map(({ userId }) => userId)).toEqual(found);
  expect(await tom.call("GET", "/contacts?tag=vip")).toMatchObject(errorReply(400, "invalid_request", /^tag /));
  expect(JSON.parse((await owner.call("GET", `/contacts/${id}/export`)).text)).toMatchObject({ contact: { tags: ["Billing", "VIP"] } });
  const [head = [], ...lines] = parseCsv((await owner.call("GET", "/contacts/export?format=csv")).text.slice(1));
  expect(lines.map((line) => line[head.indexOf("tags")])).toEqual(['["Billing"]', '["Billing","VIP"]']);
  const { token } = await embedToken(ada, { userId: "user_1" });
  expect((await viewOf(ada, token)).panel?.contact).toMatchObject({ userId: "user_1", tags: [] });
  // A tag of a contact is none of its chats, and the reverse.
  expect((await panelOf(tom, chatId)).chat.tags).toEqual([]);
  expect(await idsIn(owner, `?tag=${vip.id}`)).toEqual([]);

  const ofVip = ({ data }: StreamEvent) => data.tags?.includes(vip.id) === true;
  await owner.call("PATCH", `/tags/${vip.id}`, { name: "Gold" });
  await stream.waitFor("change", ofVip);
  stream.close();
  expect((await setContactTag(tom, id, billing.id, false)).body).toEqual({ tags: [{ ...vip, name: "Gold" }] });
  await owner.call("DELETE", `/tags/${vip.id}`);
  expect((await pageOf(tom, id)).contact.tags).toEqual([]);
  // Whoever left the workspace changes nothing.
  const left = await joined(ada, owner);
  await owner.call("DELETE", `/members/${left.id}`);
  expect((await setContactTag(left.session, id, billing.id)).status).not.toBe(200);
  expect((await pageOf(tom, id)).contact.tags).toEqual([]);
});

test("a tag of another workspace, or of none, is refused", async ({ ada, bob }) => {
  const [owner, stranger] = [await ada.signIn(), await bob.signIn()];
  const [mine, his] = [await tagIn(owner, "VIP"), await tagIn(stranger, "VIP")];
  const { chatId } = await ada.sendMessage(customer);
  await putContact(ada, "user_1", {});
  const contactId = await contactIn(owner, "user_1");
  for (const id of [his.id, newId()]) expect((await setContactTag(owner, contactId, id)).status).toBe(400);
  for (const isSet of [true, false]) expect((await setContactTag(stranger, contactId, his.id, isSet)).status).toBe(404);
  expect((await setContactTag(owner, newId(), mine.id)).status).toBe(404);
  expect((await pageOf(owner, contactId)).contact.tags).toEqual([]);
  for (const id of [his.id, newId()])
    expect(await setTag(owner, chatId, id)).toMatchObject(
      errorReply(400, "invalid_request", /^tagId must be that of a tag of this workspace\.$/),
    );
  for (const isSet of [true, false]) expect((await setTag(stranger, chatId, mine.id, isSet)).status).toBe(404);
  expect((await summaryOf(owner, chatId)).tags).toEqual([]);
  expect(await idsIn(stranger, `?tag=${mine.id}`)).toEqual([]);
});

test("a workspace has 100 tags at most, a chat and a contact 20, also when they are set at the same time", async ({ ada }) => {
  const owner = await ada.signIn();
  const added = await Promise.all(
    Array.from({ length: 104 }, (_, at) => owner.call("POST", "/tags", { name: `Tag ${at}`, color: "grey" })),
  );
  const tags = added.flatMap(({ status, body }) => (status === 201 ? [body as Tag] : []));
  expect(tags).toHaveLength(100);
  expect(added.filter(({ status }) => status === 409)).toHaveLength(4);
  const { chatId } = await ada.sendMessage(customer);
  await putContact(ada, "user_1", {});
  const contactId = await contactIn(owner, "user_1");
  for (const [put, refusal] of [
    [(id: string) => setTag(owner, chatId, id), /^A chat has at most 20 tags\./],
    [(id: string) => setContactTag(owner, contactId, id), /^A contact has at most 20 tags\./],
  ] as const) {
    const set = await Promise.all(tags.slice(0, 26).map(({ id }) => put(id)));
    expect(set.filter(({ status }) => status === 200)).toHaveLength(20);
    for (const reply of set.filter(({ status }) => status !== 200)) expect(reply).toMatchObject(errorReply(409, "conflict", refusal));
  }
  expect((await summaryOf(owner, chatId)).tags).toHaveLength(20);
  expect((await pageOf(owner, contactId)).contact.tags).toHaveLength(20);
});
