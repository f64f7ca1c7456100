import { test } from "@playwright/test";
import { subjectOf } from "@/components/desk/helpdesks/chatwoot-context";
import { tokenIn, tokenSubject } from "@/components/desk/helpdesks/token-subject";
import { concerns } from "@/lib/desk/helpdesks/watch";
import { expect } from "../../support/expect";

const context = (data: object) => JSON.stringify({ event: "appContext", data });

test("takes the conversation, the identifier and the phone of Chatwoot's context as hints", () => {
  const contact = { id: 5, name: "Ada", email: "ada@example.com", identifier: "user_1", phone_number: "+44 7911 000001" };
  expect(subjectOf(context({ conversation: { id: 42, messages: [] }, contact, currentAgent: { id: 1 } }))).toEqual({
    userId: "user_1",
    phone: "447911000001",
    conversationId: "42",
  });
});

test("leaves out what is missing or cannot be a userId or a phone", () => {
  expect(subjectOf(context({ contact: {} }))).toEqual({});
  expect(subjectOf(context({ conversation: { id: 42 }, contact: { identifier: null, phone_number: "" } }))).toEqual({
    conversationId: "42",
  });
  expect(subjectOf(context({ contact: { identifier: "..", phone_number: "call me" } }))).toEqual({});
});

for (const message of [
  undefined,
  null,
  42,
  {},
  "",
  "{",
  "null",
  "[]",
  '{"event":"appContext"}',
  '{"event":"other","data":{}}',
  { event: "appContext" },
])
  test(`ignores the message ${JSON.stringify(message)}`, () => {
    expect(subjectOf(message)).toBeUndefined();
  });

test("ignores a conversation whose id is no number of Chatwoot's", () => {
  for (const id of ["42", -1, 0, 4.2, "../contacts", null])
    expect(subjectOf(context({ conversation: { id }, contact: { identifier: "user_1" } }))?.conversationId, String(id)).toBeUndefined();
});

test("reads the token in the fragment, and whom it names", () => {
  const payload = Buffer.from(JSON.stringify({ subject: { userId: "üser+1" }, exp: 1 })).toString("base64url");
  const token = `head.${payload}.signature`;
  expect(tokenIn(`token=${token}`)).toBe(token);
  expect(tokenIn("")).toBeUndefined();
  expect(tokenSubject(token)).toEqual({ userId: "üser+1" });
  for (const wrong of ["", "a", "a.b.c", "a.!.c"]) expect(tokenSubject(wrong)).toEqual({});
});

test("a frame fetches again for its own contact and people, and for anybody while its person is unknown", () => {
  const own = { contactId: "c", personIds: ["p"] };
  expect(concerns(own, { contacts: ["c"] })).toBe(true);
  expect(concerns(own, { people: ["p"] })).toBe(true);
  expect(concerns(own, { contacts: ["other"], people: ["other"], chats: [{ id: "chat", seq: 1 }] })).toBe(false);
  expect(concerns({ contactId: null, personIds: ["p"] }, { contacts: ["c"] })).toBe(false);
  expect(concerns(undefined, { contacts: ["other"] })).toBe(true);
  expect(concerns(undefined, { chats: [{ id: "chat", seq: 1 }] })).toBe(false);
});
