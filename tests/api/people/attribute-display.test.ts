import type { AttributeDisplay, DisplaySettings } from "@/lib/people/attribute-display/contract";
import { embedToken, viewOf } from "../../support/embed";
import { expect, type Session, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

const settingsOf = async (session: Session) => (await session.call("GET", "/attribute-display")).body as unknown as DisplaySettings;
const display = (key: string, rest: Partial<AttributeDisplay> = {}): AttributeDisplay => ({
  ...{ key, name: null, group: null, isPinned: false, format: { kind: "text" } },
  ...rest,
});

async function save(session: Session, items: object[]) {
  const { version } = await settingsOf(session);
  return session.call("PUT", "/attribute-display", { items, version });
}

test("admins choose how attributes are shown, for panels, frames and pages of their own workspace", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const agent = (await joined(ada, owner)).session;
  await putContact(ada, "user_1", { name: "Ada", phone, attributes: { zip: "10115", plan: "pro", balance: 5 } });
  await putContact(ada, "silent", { attributes: { plan: "free" } });
  await putContact(bob, "user_1", { phone, attributes: { plan: "pro" } });
  const [{ chatId }, his] = [await ada.sendMessage(whatsapp), await bob.sendMessage(whatsapp)];
  const plan = display("plan", { name: "Plan", group: "Billing", format: { kind: "badge", tone: "good" } });
  const balance = display("balance", { isPinned: true, format: { kind: "money", currency: "EUR" } });
  const items = [balance, display("missing"), plan];

  expect(await save(owner, items)).toMatchObject({ status: 200, body: { items } });
  expect((await settingsOf(agent)).items).toEqual(items);
  expect((await panelOf(agent, chatId)).contact?.display).toEqual([balance, plan]);
  for (const [userId, shown] of [
    ["user_1", [balance, plan]],
    ["silent", [plan]],
  ] as const) {
    const { token } = await embedToken(ada, { userId });
    expect((await viewOf(ada, token)).panel?.contact?.display).toEqual(shown);
    const [contact] = (await agent.call("GET", `/contacts?text=${userId}`)).body["items"] as { id: string }[];
    expect((await agent.call("GET", `/contacts/${contact?.id}`)).body["contact"]).toMatchObject({ display: shown });
  }
  const bobs = await bob.signIn();
  expect((await panelOf(bobs, his.chatId)).contact?.display).toEqual([]);
  expect((await settingsOf(bobs)).items).toEqual([]);

  const { version } = await settingsOf(owner);
  expect((await agent.call("PUT", "/attribute-display", { items: [], version })).status).toBe(403);
  expect((await settingsOf(owner)).items).toEqual(items);
});

test("one attribute is in the rows of lists, of those who have it in their own workspace", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  for (const team of [ada, bob]) {
    await putContact(team, "user_1", { phone, attributes: { plan: "pro", seats: 3 } });
    await team.sendMessage(whatsapp);
  }
  await putContact(ada, "without");
  const listed = async (session: Session, path: string) =>
    ((await session.call("GET", path)).body["items"] as { attribute: unknown }[]).map(({ attribute }) => attribute);
  expect(await listed(owner, "/chats")).toEqual([null]);

  const seats = display("seats", { name: "Seats", isListed: true, format: { kind: "number" } });
  expect(await save(owner, [seats, display("plan", { isListed: true })])).toMatchObject({ status: 400 });
  expect(await save(owner, [display("plan"), seats])).toMatchObject({ status: 200 });
  const shown = { key: "seats", name: "Seats", format: { kind: "number" }, value: 3 };
  expect(await listed(owner, "/chats")).toEqual([shown]);
  expect(await listed(owner, "/contacts")).toEqual([shown, null]);
  const bobs = await bob.signIn();
  for (const path of ["/chats", "/contacts"]) expect(await listed(bobs, path)).toEqual([null]);
});

test("of two admins who change the same list, one succeeds", async ({ ada }) => {
  const owner = await ada.signIn();
  const { version } = await settingsOf(owner);
  const lists = ["a", "b", "c", "d"].map((key) => [display(key)]);
  const replies = await Promise.all(lists.map((items) => owner.call("PUT", "/attribute-display", { items, version })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const won = replies.findIndex(({ status }) => status === 200);
  expect((await settingsOf(owner)).items).toEqual(lists[won]);
});

test("rejects settings that it cannot show, and stores nothing of them", async ({ ada }) => {
  const owner = await ada.signIn();
  const many = Array.from({ length: 101 }, (_, index) => display(`key ${index}`));
  const wrong: object[][] = [
    many,
    [display("plan"), display("plan")],
    [{ ...display("plan"), format: { kind: "html" } }],
    [{ ...display("plan"), format: { kind: "money", currency: "euro" } }],
    [{ ...display("plan"), format: { kind: "badge", tone: "javascript:alert(1)" } }],
    [{ ...display("plan"), name: "x".repeat(61) }],
    [{ ...display("plan"), isPinned: "yes" }],
    [{ ...display(""), group: null }],
  ];
  for (const items of wrong) expect((await save(owner, items)).status, JSON.stringify(items).slice(0, 100)).toBe(400);
  expect((await owner.call("PUT", "/attribute-display", { items: [] })).status).toBe(400);
  expect((await settingsOf(owner)).items).toEqual([]);
  expect((await save(owner, many.slice(0, 100))).status).toBe(200);
});

test("suggests the attributes of contacts that were seen last, and none of another workspace", async ({ ada, bob }) => {
  await putContact(ada, "user_1", { attributes: { plan: "pro", note: "x".repeat(1_000) } });
  await putContact(ada, "user_2", { attributes: { plan: "free", seats: 3 } });
  await recordEvent(ada, { userId: "user_2" });
  await putContact(bob, "user_1", { attributes: { secret: "xylophone" } });
  expect((await (await ada.signIn()).call("GET", "/attribute-display/seen")).body).toEqual({
    items: [
      { key: "plan", count: 2, example: "free" },
      { key: "note", count: 1, example: null },
      { key: "seats", count: 1, example: 3 },
    ],
  });
});
