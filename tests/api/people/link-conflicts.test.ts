import type { ReplyOf } from "@/lib/kernel/contract";
import type { listConflicts } from "@/lib/people/links/contract";
import { expect, type Session, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { errorReply } from "../../support/wire";
import { getContact, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

type Conflicts = ReplyOf<typeof listConflicts>["items"];
const conflictsOf = async (session: Session) => (await session.call("GET", "/conflicts")).body["items"] as Conflicts;
const decide = (session: Session, id: string | undefined, decision: string) => session.call("POST", `/conflicts/${id}`, { decision });

test("lists a userId and a phone of different contacts with both sides, once", async ({ ada, bob }) => {
  const session = await ada.signIn();
  await putContact(ada, "holder", { phone, name: "Ada" });
  await ada.sendMessage(whatsapp);
  for (let times = 0; times < 2; times += 1) await recordEvent(ada, { userId: "other", phone });
  expect(await conflictsOf(session)).toEqual([
    {
      ...{ id: expect.any(String), phone, createdAt: expect.any(String), lastSeenAt: expect.any(String) },
      contact: { userId: "other", name: null, phone: null, linkedChats: 0, lastSeenAt: null },
      other: { userId: "holder", name: "Ada", phone, linkedChats: 1, lastSeenAt: expect.any(String) },
    },
  ]);
  expect(await conflictsOf(await bob.signIn())).toEqual([]);
});

test("lists a conflict when a contact gets a phone that another contact has", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "first", { phone });
  await putContact(ada, "second", { phone });
  await putContact(ada, "second", { phone, name: "Bea" });
  expect(await conflictsOf(session)).toMatchObject([{ phone, contact: { userId: "second" }, other: { userId: "first" } }]);
});

test("lists nothing when a phone comes with its own contact, or with one that has another phone", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  await recordEvent(ada, { userId: "u", phone });
  await recordEvent(ada, { userId: "u", phone: "447911000002" });
  await recordEvent(ada, { userId: "new", phone: "447911000003" });
  expect(await conflictsOf(session)).toEqual([]);
});

test("keeps two contacts apart for good", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "holder", { phone });
  const { chatId } = await ada.sendMessage(whatsapp);
  await recordEvent(ada, { userId: "other", phone });
  const [open] = await conflictsOf(session);
  expect(await decide(session, open?.id, "keep_apart")).toMatchObject({ status: 200, body: { resolution: "kept_apart" } });
  await recordEvent(ada, { userId: "other", phone });
  expect(await conflictsOf(session)).toEqual([]);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "holder" } });
  expect(await decide(session, open?.id, "move_phone")).toMatchObject(errorReply(409, "conflict"));
});

test("moves the phone to the contact of the userId, with its chats, and clears it on the other", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "holder", { phone });
  const { chatId } = await ada.sendMessage(whatsapp);
  await recordEvent(ada, { userId: "other", phone });
  const [open] = await conflictsOf(session);
  expect(await decide(session, open?.id, "move_phone")).toMatchObject({ status: 200, body: { resolution: "phone_moved" } });
  expect(await getContact(ada, "other")).toMatchObject({ contact: { phone }, linkedChats: 1 });
  expect(await getContact(ada, "holder")).toMatchObject({ contact: { phone: null }, linkedChats: 0 });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "other" }, person: { linkedBy: "phone" } });
  expect(await conflictsOf(session)).toEqual([]);
});

test("records who decided, without a name, a userId or a phone", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "holder", { phone, name: "Xylophone" });
  await recordEvent(ada, { userId: "other", phone });
  const [open] = await conflictsOf(session);
  await decide(session, open?.id, "keep_apart");
  const audit = await session.call("GET", "/audit?kind=conflict");
  expect(audit.body["items"]).toMatchObject([
    { what: "conflict.kept_apart", actor: { name: "Olga Owner" }, subject: open?.id, details: {} },
  ]);
  for (const secret of ["holder", "other", phone, "Xylophone"]) expect(audit.text).not.toContain(secret);
});

test("forgets the conflicts of a deleted contact", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "holder", { phone });
  await recordEvent(ada, { userId: "other", phone });
  const [open] = await conflictsOf(session);
  await ada.api("DELETE", "/contacts/holder");
  expect(await conflictsOf(session)).toEqual([]);
  expect(await decide(session, open?.id, "keep_apart")).toMatchObject(errorReply(404, "not_found"));
});

test("hides conflicts from agents and from other workspaces", async ({ ada, bob }) => {
  const session = await ada.signIn();
  await putContact(ada, "holder", { phone });
  await recordEvent(ada, { userId: "other", phone });
  const [open] = await conflictsOf(session);
  const agent = await ada.signIn(await addMember(ada));
  expect(await agent.call("GET", "/conflicts")).toMatchObject(errorReply(403, "forbidden"));
  expect(await decide(agent, open?.id, "keep_apart")).toMatchObject(errorReply(403, "forbidden"));
  expect(await decide(await bob.signIn(), open?.id, "keep_apart")).toMatchObject(errorReply(404, "not_found"));
});
