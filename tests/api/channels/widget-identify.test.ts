import { expect, newTeam, test } from "../../support/fixtures";
import { identifyKit, startKit } from "../../support/kit";
import { freePort } from "../../support/server";
import {
  deskChats,
  identifySecretOf,
  identifyToken,
  newVisitor,
  nowSeconds,
  onlyChat,
  openWebsite,
  type Visitor,
} from "../../support/visitor";
import { getContact, panelOf, putContact } from "../helpers";

const identify = (visitor: Visitor, token: string) => visitor.call("POST", "/identify", { token });
const day = 24 * 60 * 60;

test("links a visitor to the contact that the customer's server signed, and shows their problems", async ({ ada }) => {
  const session = await openWebsite(ada);
  const secret = await identifySecretOf(session);
  await putContact(ada, "user_1", { name: "Ada Okafor" });
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  const visitor = newVisitor(ada);
  await visitor.say("Hello");
  const chatId = await onlyChat(session);
  expect(await identify(visitor, identifyToken(secret, { sub: "user_1" }))).toMatchObject({ status: 200, body: { isLinked: true } });
  expect(await panelOf(session, chatId)).toMatchObject({
    person: { linkedBy: "signed" },
    contact: { userId: "user_1", name: "Ada Okafor" },
    problems: [{ event: "Payment failed" }],
  });
  // Again, as every page of somebody who is signed in does.
  expect((await identify(visitor, identifyToken(secret, { sub: "user_1" }))).status).toBe(200);
});

test("links before the first message, and makes a new contact with what the token says", async ({ ada }) => {
  const session = await openWebsite(ada);
  const secret = await identifySecretOf(session);
  const visitor = newVisitor(ada);
  const claims = { sub: "user_2", name: "Grace", email: "Grace@example.com", phone: "+44 7911 000002" };
  expect((await identify(visitor, identifyToken(secret, claims))).status).toBe(200);
  expect(await deskChats(session)).toEqual([]);
  expect((await getContact(ada, "user_2")).contact).toMatchObject({ name: "Grace", email: "Grace@example.com", phone: "447911000002" });
  await visitor.say("Hello");
  expect(await panelOf(session, await onlyChat(session))).toMatchObject({
    contact: { userId: "user_2" },
    person: { name: "Grace", phone: null },
  });
});

test("a token changes nothing of a contact that the API made, and takes nobody's phone but asks an admin", async ({ ada }) => {
  const session = await openWebsite(ada);
  const secret = await identifySecretOf(session);
  await putContact(ada, "user_1", { name: "Ada", phone: "447911000001" });
  const claims = { name: "Mallory", email: "mallory@example.com", phone: "447911000001" };
  await identify(newVisitor(ada), identifyToken(secret, { ...claims, sub: "user_1" }));
  expect((await getContact(ada, "user_1")).contact).toMatchObject({ name: "Ada", email: null, phone: "447911000001" });
  expect((await session.call("GET", "/conflicts")).body["items"]).toEqual([]);
  await identify(newVisitor(ada), identifyToken(secret, { ...claims, sub: "user_2" }));
  expect((await getContact(ada, "user_2")).contact).toMatchObject({ name: "Mallory", phone: null });
  expect((await session.call("GET", "/conflicts")).body["items"]).toHaveLength(1);
});

test("a deletion of the contact takes what the token said of the visitor along", async ({ ada }) => {
  const session = await openWebsite(ada);
  const secret = await identifySecretOf(session);
  const visitor = newVisitor(ada);
  await identify(visitor, identifyToken(secret, { sub: "user_1", name: "Grace", email: "grace@example.com" }));
  await visitor.say("Hello");
  const chatId = await onlyChat(session);
  expect((await panelOf(session, chatId)).person).toMatchObject({ name: "Grace", email: "grace@example.com" });
  expect((await ada.api("DELETE", "/contacts/user_1")).status).toBe(200);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null, person: { name: null, email: null, linkedBy: null } });
  expect(await visitor.texts()).toEqual(["Hello"]);
});

test("refuses forged, expired and wrong tokens with what to fix, never with the token, and links nobody", async ({ ada, bob }) => {
  const session = await openWebsite(ada);
  const secret = await identifySecretOf(session);
  const foreign = await identifySecretOf(await openWebsite(bob));
  await putContact(ada, "user_1");
  const signed = identifyToken(secret, { sub: "user_1" });
  const [header = "", payload = "", signature = ""] = signed.split(".");
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  const other = Buffer.from(JSON.stringify({ sub: "user_2", exp: nowSeconds() + 60 })).toString("base64url");
  const cases: [string, string][] = [
    [identifyToken(foreign, { sub: "user_1" }), "not signed with this workspace's identify secret"],
    [identifyToken(`${secret} `, { sub: "user_1" }), "not signed"],
    [`${header}.${other}.${signature}`, "not signed"],
    [`${header}.${payload}.`, "not signed"],
    [`${none}.${payload}.`, "must be signed with HS256"],
    [identifyToken(secret, { sub: "user_1" }, { alg: "HS512" }), "must be signed with HS256"],
    [`${header}.${payload}`, "three parts"],
    [identifyToken(secret, { sub: "user_1", exp: nowSeconds() - 61 }), "has expired"],
    [identifyToken(secret, { sub: "user_1", exp: nowSeconds() + day + 90 }), "at most 24 hours ahead"],
    [identifyToken(secret, { sub: "user_1", exp: undefined }), "exp must be a number"],
    [identifyToken(secret, { sub: 8841 }), "sub must be a string"],
  ];
  for (const [token, message] of cases) {
    const visitor = newVisitor(ada);
    const reply = await identify(visitor, token);
    expect(reply, message).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
    expect(reply.text).toContain(message);
    expect(reply.text).not.toContain(payload);
    await visitor.say("Hello");
  }
  for (const { id } of await deskChats(session)) expect((await panelOf(session, id)).contact).toBeNull();
});

test("links by sub whatever another claim is, and names the claims that were ignored", async ({ ada }) => {
  const session = await openWebsite(ada);
  const secret = await identifySecretOf(session);
  await putContact(ada, "user_1");
  for (const [claims, ignored] of [
    [{ phone: "0170 1234567" }, ["phone"]],
    [{ phone: "abc", name: "Ada" }, ["phone"]],
    [{ email: "ada@intranet" }, ["email"]],
    [{ name: [], email: 5 }, ["name", "email"]],
    [{ phone: "+44 7911 123456" }, []],
  ] as const) {
    const visitor = newVisitor(ada);
    await visitor.say("Hello");
    const { status, text, body } = await identify(visitor, identifyToken(secret, { sub: "user_1", ...claims }));
    expect(status, text).toBe(200);
    expect(body["isLinked"], text).toBe(true);
    const said = (body["ignored"] ?? []) as string[];
    expect(said.map((one) => /its claim (\w+) was ignored/.exec(one)?.[1]).sort()).toEqual([...ignored].sort());
  }
  for (const { id } of await deskChats(session)) expect((await panelOf(session, id)).contact).toMatchObject({ userId: "user_1" });
});

test("accepts an exp of a minute ago and of 24 hours ahead", async ({ ada }) => {
  const secret = await identifySecretOf(await openWebsite(ada));
  for (const exp of [nowSeconds() - 30, nowSeconds() + day])
    expect((await identify(newVisitor(ada), identifyToken(secret, { sub: "user_1", exp }))).status).toBe(200);
});

test("says that no secret was made yet", async ({ ada }) => {
  await openWebsite(ada);
  const reply = await identify(newVisitor(ada), identifyToken("idsec_guess", { sub: "user_1" }));
  expect(reply.status).toBe(400);
  expect(reply.text).toContain("make the identify secret in Settings");
});

test("accepts tokens of both secrets while they overlap, and only of the new one afterwards", async ({ ada }) => {
  const session = await openWebsite(ada);
  const before = await identifySecretOf(session);
  const rotated = (await session.call("POST", "/widget/secret/rotate", {})).body as {
    secret: string;
    view: { overlapEndsAt: string | null };
  };
  expect(rotated.secret).not.toBe(before);
  expect(rotated.view.overlapEndsAt).not.toBeNull();
  for (const secret of [before, rotated.secret])
    expect((await identify(newVisitor(ada), identifyToken(secret, { sub: "user_1" }))).status).toBe(200);
  expect((await session.call("POST", "/widget/secret/end-overlap", {})).body["overlapEndsAt"]).toBeNull();
  expect((await identify(newVisitor(ada), identifyToken(before, { sub: "user_1" }))).status).toBe(400);
  expect((await identify(newVisitor(ada), identifyToken(rotated.secret, { sub: "user_1" }))).status).toBe(200);
  const { items } = (await session.call("GET", "/audit?kind=identify")).body as { items: { what: string }[] };
  expect(items.map(({ what }) => what)).toEqual(["identify.overlap_ended", "identify.rotated", "identify.revealed"]);
});

test("asks for a new visitor when this one belongs to another contact", async ({ ada }) => {
  const session = await openWebsite(ada);
  const secret = await identifySecretOf(session);
  const visitor = newVisitor(ada);
  await visitor.say("Hello");
  const chatId = await onlyChat(session);
  await identify(visitor, identifyToken(secret, { sub: "user_1" }));
  const reply = await identify(visitor, identifyToken(secret, { sub: "user_2" }));
  expect(reply).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  expect((await panelOf(session, chatId)).contact?.userId).toBe("user_1");
  expect((await ada.api("GET", "/contacts/user_2")).status).toBe(404);
  const next = newVisitor(ada);
  expect((await identify(next, identifyToken(secret, { sub: "user_2" }))).status).toBe(200);
  expect(await next.texts()).toEqual([]);
});

test("two pages that identify one visitor at the same time link them once", async ({ ada }) => {
  const session = await openWebsite(ada);
  const secret = await identifySecretOf(session);
  const visitor = newVisitor(ada);
  const token = identifyToken(secret, { sub: "user_1", name: "Ada" });
  const replies = await Promise.all([1, 2, 3, 4].map(() => identify(visitor, token)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await visitor.say("Hello");
  expect((await panelOf(session, await onlyChat(session))).contact).toMatchObject({ userId: "user_1", name: "Ada" });
});

test("stops a visitor after ten wrong tokens in a minute, also with a right one, and nobody else", async ({ ada }) => {
  const secret = await identifySecretOf(await openWebsite(ada));
  const visitor = newVisitor(ada);
  const right = identifyToken(secret, { sub: "user_1" });
  for (let count = 0; count < 10; count += 1) expect((await identify(visitor, `${right}x`)).status).toBe(400);
  const refused = await identify(visitor, right);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await identify(newVisitor(ada), right)).status).toBe(200);
});

for (const one of identifyKit) {
  test(`the sample for ${one.name} signs who is signed in`, async ({ server }) => {
    test.skip(one.isMissing, `${one.requires} is not installed`);
    const team = await newTeam(server);
    const secret = await identifySecretOf(await openWebsite(team));
    const port = await freePort();
    await startKit(one, one.text, { secret, port });
    const { token } = (await (await fetch(`http://127.0.0.1:${port}/beside/token`)).json()) as { token: string };
    expect((await identify(newVisitor(team), token)).status).toBe(200);
    expect((await getContact(team, "user_8841")).contact).toMatchObject({ name: "Ada Okafor", email: "ada@example.com" });
  });
}
