import type { listContacts } from "@/lib/desk/directory/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { expect, type Session, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { phone, putContact, recordEvent, whatsapp } from "../helpers";

type Page = ReplyOf<typeof listContacts>;

async function pageOf(session: Session, query: Record<string, string> = {}): Promise<Page> {
  const reply = await session.call("GET", `/contacts?${new URLSearchParams(query)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as unknown as Page;
}

const usersOf = async (session: Session, query: Record<string, string> = {}) =>
  (await pageOf(session, query)).items.map(({ userId }) => userId);

test("lists contacts by when they were last seen, for every member, and none of another workspace", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const agent = await joined(ada, owner);
  await putContact(ada, "silent", { name: "Sil Ent", email: "sil@example.com" });
  await putContact(ada, "writes", { phone });
  await ada.sendMessage(whatsapp);
  await recordEvent(ada, { userId: "busy" });
  await putContact(bob, "his", { phone });
  await bob.sendMessage(whatsapp);

  expect(await usersOf(agent.session)).toEqual(["busy", "writes", "silent"]);
  const { items, next } = await pageOf(owner);
  expect(next).toBeNull();
  expect(items[2]).toEqual({
    ...{ id: expect.any(String), userId: "silent", name: "Sil Ent", email: "sil@example.com", phone: null },
    ...{ openProblems: 0, lastSeenAt: null, attribute: null, tags: [] },
  });
  for (const { lastSeenAt } of items.slice(0, 2)) expect(Math.abs(Date.parse(lastSeenAt ?? "") - Date.now())).toBeLessThan(60_000);
  expect(await usersOf(await bob.signIn())).toEqual(["his"]);

  await ada.api("DELETE", "/contacts/busy");
  expect(await usersOf(owner)).toEqual(["writes", "silent"]);
});

test("filters by the beginning of a text, open problems, an attribute's value and when a contact was seen", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  await putContact(ada, "User_1", {
    name: "Ada Okafor",
    email: "Ada@Example.com",
    phone,
    attributes: { plan: "pro", seats: 3, vip: true },
  });
  await putContact(ada, "user_2", { name: "ÅSA", attributes: { plan: "free", seats: 30 } });
  await putContact(ada, "50% off_", { attributes: { "the plan": "pro" } });
  await putContact(bob, "user_3", { name: "Ada", attributes: { plan: "pro" } });
  await recordEvent(ada, { event: "Payment failed", userId: "user_2", properties: { reference: "A" } });
  await recordEvent(ada, { event: "Payment failed", userId: "User_1", properties: { reference: "B" } });
  await recordEvent(ada, { event: "Payment received", userId: "User_1", properties: { reference: "B" } });

  const found = async (query: Record<string, string>) => (await usersOf(owner, query)).toSorted();
  for (const text of ["ada", " ADA OK ", "ada@ex", "USER_1", "+44 7911 000", "00447911000001", "4479"])
    expect(await found({ text }), text).toEqual(["User_1"]);
  // As the search finds it, a moment after it was written.
  for (const text of ["07911 000 001", "(07911) 000", "+44 (0)7911"])
    await expect.poll(() => found({ text }), { timeout: 10_000, message: text }).toEqual(["User_1"]);
  expect(await found({ text: "07911 000 002" })).toEqual([]);
  expect(await found({ text: "user_" })).toEqual(["User_1", "user_2"]);
  expect(await found({ text: "ÅS" })).toEqual(["user_2"]);
  // A pattern's signs are letters here; a text in the middle is not the beginning.
  expect(await found({ text: "50% off_" })).toEqual(["50% off_"]);
  for (const text of ["%", "_ser", "\\", "Okafor", "7911", "'; drop table contact; --"]) expect(await found({ text }), text).toEqual([]);

  expect(await found({ problems: "open" })).toEqual(["user_2"]);
  expect(await found({ attribute: "plan", value: "pro" })).toEqual(["User_1"]);
  expect(await found({ attribute: "seats", value: "3" })).toEqual(["User_1"]);
  expect(await found({ attribute: "vip", value: "true" })).toEqual(["User_1"]);
  for (const value of ["PRO", "pr", "", "%"]) expect(await found({ attribute: "plan", value }), value).toEqual([]);
  expect(await found({ attribute: "nothing", value: "pro" })).toEqual([]);
  // An attribute that changed is found by what it is now.
  await putContact(ada, "user_2", { attributes: { plan: "pro", seats: null } });
  expect(await found({ attribute: "plan", value: "pro" })).toEqual(["User_1", "user_2"]);
  for (const [attribute, value] of [
    ["plan", "free"],
    ["seats", "30"],
  ] as const)
    expect(await found({ attribute, value })).toEqual([]);
  await putContact(ada, "user_2", { attributes: { plan: "free" } });
  expect(await found({ seen: "1" })).toEqual(["User_1", "user_2"]);
  expect(await found({ seen: "1", text: "user", problems: "open", attribute: "plan", value: "free" })).toEqual(["user_2"]);
  expect(await found({ seen: "1", text: "user", problems: "open", attribute: "plan", value: "pro" })).toEqual([]);
});

test("rejects a filter that it cannot apply", async ({ ada }) => {
  const owner = await ada.signIn();
  for (const query of [
    "attribute=plan",
    "value=pro",
    "problems=solved",
    "seen=0",
    "seen=soon",
    "seen=1.5",
    "text=",
    "cursor=next",
    `text=${"x".repeat(101)}`,
  ])
    expect((await owner.call("GET", `/contacts?${query}`)).status, query).toBe(400);
});

test("pages through all contacts, each once, with and without filters", async ({ ada }) => {
  const owner = await ada.signIn();
  for (let count = 1; count <= 61; count += 1)
    await putContact(ada, `user_${count}`, { attributes: { kind: count <= 55 ? "many" : "few" } });
  await recordEvent(ada, { userId: "user_7" });

  async function all(query: Record<string, string>): Promise<string[]> {
    const users: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Page = await pageOf(owner, { ...query, ...(cursor && { cursor }) });
      users.push(...page.items.map(({ userId }) => userId));
      expect(page.items.length).toBeLessThanOrEqual(50);
      cursor = page.next;
    }
    expect(new Set(users).size).toBe(users.length);
    return users;
  }
  const users = await all({});
  // A contact who was never seen comes after the others, the newest first.
  expect(users.slice(0, 3)).toEqual(["user_7", "user_61", "user_60"]);
  expect(users).toHaveLength(61);
  expect(await all({ text: "USER" })).toEqual(users);
  expect(await all({ attribute: "kind", value: "many" })).toHaveLength(55);
  expect(await all({ attribute: "kind", value: "few" })).toHaveLength(6);
});
