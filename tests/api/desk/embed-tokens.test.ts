import { randomBytes } from "node:crypto";
import { newDesk } from "../../support/desk";
import { claimsOf, embedToken, frameCall, readFrame, tokenWith, viewOf } from "../../support/embed";
import { expect, newTeam, send, type Team, test } from "../../support/fixtures";
import { openStreamAt } from "../../support/listening";
import { startServer } from "../../support/server";
import { phone, putContact, recordEvent, whatsapp } from "../helpers";

const expired = { status: 401, body: { error: { code: "signed_out" } } };

test("a token shows its contact with problems on top, and nothing of the team", async ({ ada, receiver }) => {
  await putContact(ada, "user_1", { name: "Ada Okafor", phone, attributes: { plan: "pro" } });
  await newDesk(ada, receiver);
  await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  await recordEvent(ada, { event: "Order placed", userId: "user_1" });
  const { token, expiresAt } = await embedToken(ada, { userId: "user_1" });

  const view = await viewOf(ada, token);
  expect(view.viewer).toEqual({ kind: "token", expiresAt });
  expect(view.panel).toMatchObject({
    contact: { userId: "user_1", name: "Ada Okafor", attributes: { plan: "pro" } },
    problems: [{ event: "Payment failed" }],
    problemsCount: 1,
    events: [{ event: "Order placed" }],
    linkedChatsCount: 1,
    linkedChats: [],
    buttons: [],
    hiddenButtons: 0,
    running: [],
    outcomes: [],
    suggestion: null,
  });
});

test("a token is valid for 15 minutes and its address holds it after the #", async ({ ada }) => {
  const before = Date.now();
  const { token, url, expiresAt } = await embedToken(ada, { userId: "user_1" });
  expect(url).toBe(`${ada.url}/${ada.workspace}/embed#token=${token}`);
  const lifetimeMs = Date.parse(expiresAt) - before;
  expect(lifetimeMs).toBeGreaterThan(14 * 60_000);
  expect(lifetimeMs).toBeLessThanOrEqual(15 * 60_000 + 1_000);
});

test("a token with a phone shows the contact of the person who has it, and before that the person", async ({ ada }) => {
  await ada.sendMessage({ ...whatsapp, name: "Ada on WhatsApp" });
  const { token } = await embedToken(ada, { phone: "+44 7911 000001" });
  expect((await viewOf(ada, token)).panel).toMatchObject({ contact: null, person: { displayName: "Ada on WhatsApp", phone } });
  await putContact(ada, "user_1", { name: "Ada Okafor", phone });
  expect((await viewOf(ada, token)).panel).toMatchObject({ contact: { userId: "user_1" } });
});

test("a contact that never chatted is shown without a chat", async ({ ada }) => {
  await putContact(ada, "user_1", { name: "Ada Okafor" });
  await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  const { token } = await embedToken(ada, { userId: "user_1" });
  expect((await viewOf(ada, token)).panel).toMatchObject({ chat: null, problems: [{ event: "Payment failed" }], linkedChatsCount: 0 });
});

test("somebody unknown is an empty panel, until there is a contact", async ({ ada }) => {
  const { token } = await embedToken(ada, { userId: "user_1" });
  expect((await viewOf(ada, token)).panel).toBeNull();
  await putContact(ada, "user_1");
  expect((await viewOf(ada, token)).panel).not.toBeNull();
  await ada.api("DELETE", "/contacts/user_1");
  expect((await viewOf(ada, token)).panel).toBeNull();
});

test("a token shows its own person, whomever the frame asks for", async ({ ada }) => {
  await putContact(ada, "user_1", { name: "Ada Okafor" });
  await putContact(ada, "user_2", { name: "Somebody else" });
  const { token } = await embedToken(ada, { userId: "user_1" });
  expect((await viewOf(ada, token, { userId: "user_2" })).panel?.contact?.userId).toBe("user_1");
});

test("a token presses no button", async ({ ada, receiver }) => {
  await putContact(ada, "user_1", { phone });
  const desk = await newDesk(ada, receiver);
  const { token } = await embedToken(ada, { userId: "user_1" });
  const press = { id: "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10", buttonId: desk.buttonId, userId: "user_1" };
  expect(await frameCall(ada, token, "POST", "/actions", press)).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
  expect(desk.calls()).toEqual([]);
});

test("a token reads older events a page at a time", async ({ ada }) => {
  for (let count = 1; count <= 22; count += 1) await recordEvent(ada, { event: `Order ${count} placed`, userId: "user_1" });
  const { token } = await embedToken(ada, { userId: "user_1" });
  const { panel } = await viewOf(ada, token);
  const older = await frameCall(ada, token, "GET", `/events?cursor=${panel?.nextEvents}`);
  expect(older.body).toMatchObject({ items: [{ event: "Order 2 placed" }, { event: "Order 1 placed" }], next: null });
});

test("with a userId and a phone the phone counts while no contact has the userId", async ({ ada }) => {
  await ada.sendMessage({ ...whatsapp, name: "Ada on WhatsApp" });
  const { token } = await embedToken(ada, { userId: "user_1", phone });
  expect((await viewOf(ada, token)).panel?.person.displayName).toBe("Ada on WhatsApp");
  await putContact(ada, "user_1", { name: "Ada Okafor" });
  expect((await viewOf(ada, token)).panel?.contact?.name).toBe("Ada Okafor");
});

test("refuses a token for nobody", async ({ ada }) => {
  expect(await ada.api("POST", "/embed-tokens", { body: {} })).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
  expect(await ada.api("POST", "/embed-tokens", { body: { userId: "" } })).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_user_id" } },
  });
});

test("another workspace's token shows nothing", async ({ ada, bob }) => {
  await putContact(ada, "user_1", { name: "Ada Okafor" });
  await putContact(bob, "user_1", { name: "Bob’s customer" });
  const { token } = await embedToken(bob, { userId: "user_1" });
  expect(await readFrame(ada, token)).toMatchObject(expired);
  expect((await viewOf(bob, token)).panel?.contact?.name).toBe("Bob’s customer");
});

const forgeries: [string, (token: string) => string][] = [
  ["without a signature", (token) => token.split(".").slice(0, 2).join(".")],
  ["with an empty signature", (token) => `${token.split(".").slice(0, 2).join(".")}.`],
  ["signed with another key", (token) => tokenWith(randomBytes(32).toString("hex"), "contact", claimsOf(token))],
  ["with the algorithm none", (token) => `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${token.split(".")[1]}.`],
  [
    "with another person in it",
    (token) => {
      const [head, , signature] = token.split(".");
      const claims = Buffer.from(JSON.stringify({ ...claimsOf(token), subject: { userId: "user_2" } })).toString("base64url");
      return `${head}.${claims}.${signature}`;
    },
  ],
  ["cut off", (token) => token.slice(0, -5)],
  ["of random letters", () => "not.a.token"],
];

for (const [what, forge] of forgeries) {
  test(`a token ${what} shows nothing`, async ({ ada }) => {
    await putContact(ada, "user_1");
    await putContact(ada, "user_2");
    const { token } = await embedToken(ada, { userId: "user_1" });
    const forged = forge(token);
    expect(await readFrame(ada, forged)).toMatchObject(expired);
    const stream = await send(`${ada.url}/api/embed/${ada.workspace}/stream`, { headers: { authorization: `Bearer ${forged}` } });
    expect(stream.status).toBe(401);
  });
}

test("neither an API key nor a session's cookie opens a frame's endpoints", async ({ ada }) => {
  const { cookie } = await ada.signIn();
  expect(await readFrame(ada, ada.key, { userId: "user_1" })).toMatchObject(expired);
  expect(await send(`${ada.url}/api/embed/${ada.workspace}/panel?userId=user_1`, { headers: { cookie } })).toMatchObject(expired);
});

test("expired tokens and those for another purpose show nothing", { tag: "@embedded" }, async () => {
  const secret = randomBytes(32).toString("hex");
  const server = await startServer({ env: { NEXTAUTH_SECRET: secret, TRUSTED_PROXIES: "1" } });
  const team: Team = await newTeam(server);
  await putContact(team, "user_1");
  const { token } = await embedToken(team, { userId: "user_1" });
  const claims = claimsOf(token);
  expect((await viewOf(team, tokenWith(secret, "contact", claims))).panel).not.toBeNull();
  const past = { ...claims, exp: Math.floor(Date.now() / 1000) - 1 };
  for (const wrong of [
    tokenWith(secret, "contact", past),
    tokenWith(secret, "agent", claims),
    tokenWith(secret, "renewal", claims),
    tokenWith(secret, "contact", { ...claims, purpose: "agent" }),
    tokenWith(secret, "contact", claims, { alg: "HS512", typ: "JWT" }),
    tokenWith(secret, "contact", claims, { alg: "none" }),
    tokenWith(secret, "contact", { ...claims, exp: undefined }),
  ])
    expect(await readFrame(team, wrong)).toMatchObject(expired);
  await server.stop();
});

test("the stream of a token tells of its own person alone", async ({ ada }) => {
  await putContact(ada, "user_1");
  await putContact(ada, "user_2");
  const { token } = await embedToken(ada, { userId: "user_1" });
  const stream = await openStreamAt(`${ada.url}/api/embed/${ada.workspace}/stream`, { authorization: `Bearer ${token}` });
  const changes = () => stream.received.filter(({ event }) => event === "change");
  await recordEvent(ada, { event: "Payment failed", userId: "user_2" });
  await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  await expect.poll(() => changes().length).toBe(1);
  await recordEvent(ada, { event: "Order placed", userId: "user_2" });
  await recordEvent(ada, { event: "Order placed", userId: "user_1" });
  await expect.poll(() => changes().length).toBe(2);
  expect(stream.received.every(({ data }) => Object.keys(data).every((name) => name === "pingMs"))).toBe(true);
  stream.close();
});

test("the streams of people who are not known yet hear of their own person alone", async ({ ada }) => {
  const open = async (claims: { userId: string } | { phone: string }) => {
    const { token } = await embedToken(ada, claims);
    const stream = await openStreamAt(`${ada.url}/api/embed/${ada.workspace}/stream`, { authorization: `Bearer ${token}` });
    const changes = () => stream.received.filter(({ event }) => event === "change").length;
    await expect.poll(() => stream.received.some(({ event }) => event === "ready")).toBe(true);
    return { changes, close: stream.close };
  };
  const strangers = await Promise.all(Array.from({ length: 10 }, (_, index) => open({ userId: `stranger_${index}` })));
  const [first, last, byPhone] = [
    await open({ userId: "user_1" }),
    await open({ userId: "user_2" }),
    await open({ phone: "5511987654321" }),
  ];
  for (let index = 0; index < 5; index += 1) await putContact(ada, `other_${index}`);
  await putContact(ada, "user_1");
  await expect.poll(first.changes).toBe(1);
  // The number is written in its other form.
  await ada.api("PUT", "/contacts/other_0", { body: { phone: "551187654321" } });
  await expect.poll(byPhone.changes).toBe(1);
  await putContact(ada, "user_2");
  await expect.poll(last.changes).toBe(1);
  expect([first, byPhone, ...strangers].map(({ changes }) => changes())).toEqual([1, 1, ...strangers.map(() => 0)]);
  for (const { close } of [...strangers, first, last, byPhone]) close();
});

test("refuses the fifty-first stream of one person's tokens, and no stream of another's", { tag: "@server" }, async ({ ada }) => {
  const address = `${ada.url}/api/embed/${ada.workspace}/stream`;
  const headersFor = async (userId: string) => ({ authorization: `Bearer ${(await embedToken(ada, { userId })).token}` });
  const headers = await headersFor("user_1");
  const streams = await Promise.all(Array.from({ length: 50 }, () => openStreamAt(address, headers)));
  const refused = await send(address, { headers: await headersFor("user_1") });
  expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
  streams.push(await openStreamAt(address, await headersFor("user_2")));
  streams.shift()?.close();
  await expect(async () => streams.push(await openStreamAt(address, headers))).toPass();
  for (const stream of streams) stream.close();
});
