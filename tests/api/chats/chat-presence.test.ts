import { customer } from "../../support/desk";
import { expect, type Session, test } from "../../support/fixtures";
import { openStream, type Stream, type StreamEvent } from "../../support/listening";
import { joined } from "../../support/members";
import { newVisitor, openWebsite } from "../../support/visitor";
import { errorReply } from "../../support/wire";
import { itemsOf } from "../helpers";

type Presence = { chatId: string; accountId: string; name: string; state: string };
const presenceIn = ({ data }: StreamEvent) => (data as { presence?: Presence[] }).presence ?? [];
const heardBy = (stream: Stream) => stream.received.flatMap(presenceIn);
const announce = (session: Session, chatId: string, state: string, more = {}) =>
  session.call("POST", `/chats/${chatId}/presence`, { state, ...more });

test("tells the tabs of the workspace who looks and replies, under the name of the session, and stores nothing", async ({ ada, bob }) => {
  const [owner, stranger] = [await ada.signIn(), await bob.signIn()];
  const tom = await joined(ada, owner);
  const { chatId } = await ada.sendMessage(customer);
  const [stream, others] = [
    await openStream(ada.url, ada.workspace, owner.cookie),
    await openStream(ada.url, bob.workspace, stranger.cookie),
  ];
  for (const state of ["looking", "replying", "left"]) {
    const reply = await announce(tom.session, chatId, state, { name: "Xylophone", accountId: chatId });
    expect(reply).toMatchObject({ status: 200, body: {} });
    const heard = await stream.waitFor("change", (event) => presenceIn(event).some((one) => one.state === state));
    expect(presenceIn(heard)).toEqual([{ chatId, accountId: tom.id, name: "Tom Ray", state }]);
  }
  expect(await itemsOf(owner, chatId)).toHaveLength(1);
  const own = await bob.sendMessage(customer);
  await others.waitFor("change", ({ data }) => data.chats?.some(({ id }) => id === own.chatId) === true);
  expect(heardBy(others)).toEqual([]);
  for (const { close } of [stream, others]) close();
});

test("rejects other states, and says nothing of a chat of another workspace", async ({ ada, bob }) => {
  const [owner, stranger] = [await ada.signIn(), await bob.signIn()];
  const { chatId } = await ada.sendMessage(customer);
  const stream = await openStream(ada.url, ada.workspace, owner.cookie);
  for (const state of ["typing", "", null])
    expect(await owner.call("POST", `/chats/${chatId}/presence`, { state })).toMatchObject(errorReply(400, "invalid_request", /^state /));
  expect((await announce(stranger, chatId, "replying")).status).toBe(404);
  await announce(owner, chatId, "left");
  await stream.waitFor("change", (event) => presenceIn(event).length > 0);
  expect(heardBy(stream)).toMatchObject([{ chatId, state: "left" }]);
  stream.close();
});

test("drops what one member announces too often", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const { chatId } = await ada.sendMessage(customer);
  const stream = await openStream(ada.url, ada.workspace, owner.cookie);
  // Fewer than the statements of one workspace that may wait.
  const count = 150;
  const replies = await Promise.all(Array.from({ length: count }, () => announce(tom.session, chatId, "looking")));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  // Others are not affected, and what they announce comes after.
  await announce(owner, chatId, "replying");
  await stream.waitFor("change", (event) => presenceIn(event).some(({ state }) => state === "replying"));
  const heard = () => heardBy(stream).filter(({ accountId }) => accountId === tom.id).length;
  await expect.poll(heard).toBeGreaterThanOrEqual(30);
  // Thirty a minute at each of three instances, when a minute ends meanwhile.
  expect(heard()).toBeLessThanOrEqual(180);
  stream.close();
});

test("says nothing of it to visitors", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  await visitor.say("Hello");
  const [chat] = (await session.call("GET", "/chats")).body["items"] as { id: string }[];
  const page = await visitor.listen();
  await announce(session, chat?.id ?? "", "replying");
  await session.call("POST", `/chats/${chat?.id}/status`, { status: "closed" });
  await page.waitFor("change");
  expect(JSON.stringify(page.received)).not.toMatch(/presence|replying|Olga/);
  page.close();
});
