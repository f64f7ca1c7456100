import { expect, test } from "../../support/fixtures";
import { identifySecretOf, identifyToken, openWebsite } from "../../support/visitor";
import { cardsOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

type Chat = { id: string; displayName: string; reason?: string };
type Answer = {
  problems: { code: string; message: string }[];
  ignored: object[];
  outcome: { level: string; levelReason: object; createsContact: boolean; posted: Chat[]; others: Chat[] } | null;
  identified: { userId: string; createsContact: boolean; ignored: string[] } | null;
};

test("the inspector has every problem of a body, the first as the API answers it", async ({ ada }) => {
  const session = await ada.signIn();
  const inspect = async (text: string) => (await session.call("POST", "/inspector", { text })).body as unknown as Answer;
  const texts = [
    '{ "event": "", "level": "loud", "properties": { "amount": [] }, "user_id": "u" }',
    '{ "event": "x", "userId": "", "phone": "7" }',
    '{ "event": "Order placed", "userId": "u", "occurredAt": "2999-01-01T00:00:00Z" }',
    '{ "event": "Order placed", "phone": "447911999999" }',
    "{ 'event': 1 }",
    "[]",
    "",
    JSON.stringify({ event: "x", userId: "u", properties: { text: "x".repeat(70_000) } }),
  ];
  for (const text of texts) {
    const { problems, outcome } = await inspect(text);
    expect(outcome).toBeNull();
    const answer = await ada.api("POST", "/events", { raw: text });
    // The clock goes on between the two.
    const timeless = (error: unknown) => JSON.stringify(error).replace(/[\d.]+ seconds|[\d:.]+Z/g, "…");
    expect(timeless(problems[0]), text.slice(0, 80)).toBe(timeless(answer.body["error"]));
  }
  const { problems, ignored } = await inspect(String(texts[0]));
  expect(problems.map(({ message }) => message.split(" ")[0])).toEqual(["event", "level", "properties.amount", "Send"]);
  expect(ignored).toEqual([{ name: "user_id", field: "userId" }]);
});

test("the inspector says which chats would get the card and which not and why, and the event then does it", async ({ ada, bob }) => {
  await putContact(ada, "u", { phone, name: "Ada Okafor" });
  await putContact(bob, "u", { phone });
  const [open, closed] = [await ada.sendMessage(whatsapp), await ada.sendMessage({ channel: "website", visitorId: "v", userId: "u" })];
  const theirs = await bob.sendMessage(whatsapp);
  const session = await ada.signIn();
  await session.call("POST", `/chats/${closed.chatId}/status`, { status: "closed" });
  const body = { event: "Card declined", userId: "u" };
  const { problems, outcome } = (await session.call("POST", "/inspector", { text: JSON.stringify(body) })).body as unknown as Answer;
  expect(problems).toEqual([]);
  expect(outcome).toMatchObject({
    level: "problem",
    levelReason: { by: "word", word: "declined" },
    posted: [{ id: open.chatId, displayName: "Ada Okafor", channel: "whatsapp" }],
    others: [{ id: closed.chatId, reason: "closed" }],
  });
  expect(JSON.stringify(outcome)).not.toContain(theirs.chatId);
  expect(await cardsOf(session, open.chatId)).toEqual([]);
  expect(await recordEvent(ada, body)).toMatchObject({ level: "problem", postedToConversations: 1 });
  expect(await cardsOf(session, open.chatId)).toHaveLength(1);
});

test("the inspector says whom an identify token would link, which claims are ignored or why it is refused, and links nobody", async ({
  ada,
  bob,
}) => {
  const session = await openWebsite(ada);
  const secret = await identifySecretOf(session);
  const theirs = await identifySecretOf(await openWebsite(bob));
  await putContact(ada, "user_1");
  const inspect = async (text: string) => (await session.call("POST", "/inspector", { text })).body as unknown as Answer;
  for (const [claims, createsContact, ignored] of [
    [{ sub: "user_1" }, false, []],
    [{ sub: "user_1", phone: "0170 1234567", email: "ada@intranet" }, false, ["email", "phone"]],
    [{ sub: "user_2", name: [] }, true, ["name"]],
  ] as const) {
    const { problems, outcome, identified } = await inspect(`\n${identifyToken(secret, claims)} `);
    expect(problems).toEqual([]);
    expect(outcome).toBeNull();
    expect(identified).toMatchObject({ userId: claims.sub, createsContact });
    expect(identified?.ignored.map((one) => /its claim (\w+) was ignored/.exec(one)?.[1]).sort()).toEqual([...ignored]);
  }
  expect((await ada.api("GET", "/contacts/user_2")).status).toBe(404);
  for (const [token, problem] of [
    [identifyToken(theirs, { sub: "user_1" }), /is not signed with this workspace's identify secret/],
    [identifyToken(secret, { sub: "user_1", exp: 1 }), /has expired/],
    [identifyToken(secret, { sub: "user_1", note: "x".repeat(4_096) }), /at most 4096|at most 4,096/],
    ["a.b.c", /HS256|JSON Web Token/],
  ] as const) {
    const { problems, identified } = await inspect(token);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(problem)]);
    expect(identified).toBeNull();
  }
});
