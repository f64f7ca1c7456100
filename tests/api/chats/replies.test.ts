import { newId } from "@/lib/kernel/ids";
import { expect, type Session, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { errorReply } from "../../support/wire";

const refund = { title: "Refund", shortcut: "refund", text: "Hello {{contact.name|there}}, your refund is on its way." };

const listOf = async (session: Session) => {
  const reply = await session.call("GET", "/replies");
  expect(reply.status, reply.text).toBe(200);
  return reply.body as { items: { id: string; title: string; shortcut: string | null; text: string }[]; canManage: boolean };
};
const add = (session: Session, body: object) => session.call("POST", "/replies", body);

test("adds, changes and removes saved replies, which every member reads by title", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const { session: tom } = await joined(ada, owner);
  const first = await add(owner, refund);
  expect(first).toMatchObject({ status: 201, body: refund });
  const second = await add(owner, { title: " Apology ", text: " We are sorry. " });
  expect(second.body).toMatchObject({ title: "Apology", shortcut: null, text: "We are sorry." });
  for (const session of [owner, tom]) expect((await listOf(session)).items).toEqual([second.body, first.body]);
  expect((await listOf(await bob.signIn())).items).toEqual([]);

  const path = `/replies/${String(first.body["id"])}`;
  expect((await owner.call("PATCH", path, { text: "Done." })).body).toEqual({ ...first.body, text: "Done." });
  expect((await owner.call("PATCH", path, { shortcut: "" })).body).toMatchObject({ shortcut: null, text: "Done." });
  expect(await owner.call("DELETE", path)).toMatchObject({ status: 200, body: { removed: true } });
  expect(await owner.call("DELETE", path)).toMatchObject(errorReply(404, "not_found", /^There is no such saved reply\.$/));
  expect((await listOf(tom)).items).toEqual([second.body]);
});

test("a shortcut is one word in small letters that no other reply has", async ({ ada }) => {
  const owner = await ada.signIn();
  expect((await add(owner, { ...refund, shortcut: " /Rückgabe_1 " })).body).toMatchObject({ shortcut: "rückgabe_1" });
  expect(await add(owner, { ...refund, shortcut: "RÜCKGABE_1" })).toMatchObject(
    errorReply(409, "conflict", /^Another saved reply has the shortcut rückgabe_1 already\.$/),
  );
  const other = await add(owner, refund);
  expect((await owner.call("PATCH", `/replies/${String(other.body["id"])}`, { shortcut: "rückgabe_1" })).status).toBe(409);
  for (const shortcut of ["two words", "a/b", "-", "a".repeat(33), 5])
    expect(await add(owner, { ...refund, shortcut }), String(shortcut)).toMatchObject(errorReply(400, "invalid_request", /^shortcut /));
  for (const [field, wrong] of [
    ["title", " "],
    ["title", "a".repeat(81)],
    ["text", ""],
    ["text", "a".repeat(4_001)],
  ] as const)
    expect(await add(owner, { title: "T", text: "t", [field]: wrong })).toMatchObject(
      errorReply(400, "invalid_request", new RegExp(`^${field} `)),
    );
  expect((await add(owner, { title: "Long", text: "👍".repeat(4_000) })).status).toBe(201);
});

test("agents change saved replies only where the workspace allows it, and only admins allow it", async ({ ada }) => {
  const owner = await ada.signIn();
  const { session: tom } = await joined(ada, owner);
  const { session: mia } = await joined(ada, owner, "admin");
  const id = String((await add(mia, refund)).body["id"]);
  expect(await listOf(tom)).toMatchObject({ canManage: false });
  expect(await listOf(mia)).toMatchObject({ canManage: true });
  const forbidden = errorReply(403, "forbidden", /^Only admins change saved replies in this workspace\./);
  const attempts = () => [
    add(tom, { title: "Mine", text: "Hello" }),
    tom.call("PATCH", `/replies/${id}`, { text: "Changed" }),
    tom.call("DELETE", `/replies/${id}`),
  ];
  for (const reply of await Promise.all(attempts())) expect(reply).toMatchObject(forbidden);
  expect((await listOf(owner)).items).toMatchObject([{ id, text: refund.text }]);

  expect((await tom.call("PUT", "/reply-settings", { agentsManage: true })).status).toBe(403);
  expect((await mia.call("PUT", "/reply-settings", { agentsManage: true })).body).toEqual({ agentsManage: true });
  expect((await owner.call("GET", "/reply-settings")).body).toEqual({ agentsManage: true });
  expect(await listOf(tom)).toMatchObject({ canManage: true });
  expect((await add(tom, { title: "Mine", text: "Hello" })).status).toBe(201);
  expect((await tom.call("PATCH", `/replies/${id}`, { text: "Changed" })).status).toBe(200);
  await owner.call("PUT", "/reply-settings", { agentsManage: false });
  expect(await tom.call("DELETE", `/replies/${id}`)).toMatchObject(forbidden);
  // A missing one is missing for everybody.
  expect((await tom.call("DELETE", `/replies/${newId()}`)).status).toBe(404);
});

test("a workspace has at most 300 saved replies, also when they are added at the same time", async ({ ada }) => {
  const owner = await ada.signIn();
  const replies: number[] = [];
  for (let round = 0; round < 31; round += 1) {
    const batch = Array.from({ length: 10 }, (_, at) => add(owner, { title: `Reply ${round} ${at}`, text: "Hello" }));
    replies.push(...(await Promise.all(batch)).map(({ status }) => status));
  }
  expect(replies.filter((status) => status === 201)).toHaveLength(300);
  expect(replies.filter((status) => status === 409)).toHaveLength(10);
  expect((await listOf(owner)).items).toHaveLength(300);
});
