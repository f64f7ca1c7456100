import { randomBytes } from "node:crypto";
import { newId } from "@/lib/kernel/ids";
import { newDesk } from "../../support/desk";
import { allowFrames, bearerFor, claimsOf, codeFor, frameCall, readFrame, redeem, tokenWith, viewOf } from "../../support/embed";
import { expect, newTeam, type Session, send, type Team, test } from "../../support/fixtures";
import { openStreamAt } from "../../support/listening";
import { joined } from "../../support/members";
import { startServer } from "../../support/server";
import { phone, putContact, recordEvent } from "../helpers";

const site = "https://support.example.com";
const signedOut = { status: 401, body: { error: { code: "signed_out" } } };

async function withFrames(team: Team): Promise<Session> {
  const owner = await team.signIn();
  await allowFrames(owner, [site]);
  await putContact(team, "user_1", { name: "Ada Okafor", phone });
  return owner;
}

test("an agent in a frame sees anybody of the workspace, with buttons", async ({ ada, receiver }) => {
  const owner = await withFrames(ada);
  await newDesk(ada, receiver);
  const token = await bearerFor(ada, owner, site);
  const view = await viewOf(ada, token, { userId: "user_1" });
  expect(view.viewer).toEqual({ kind: "agent", name: "Olga Owner", isAdmin: true });
  expect(view.panel).toMatchObject({ contact: { userId: "user_1" }, buttons: [{ label: "Refund é 👍" }], linkedChatsCount: 1 });
  expect((await viewOf(ada, token, { phone: `+${phone}` })).panel?.contact?.userId).toBe("user_1");
  expect((await viewOf(ada, token, { userId: "nobody" })).panel).toBeNull();
});

test("a press in a frame is signed with the agent's name, and its outcome is in the panel and in the chat", async ({ ada, receiver }) => {
  const owner = await withFrames(ada);
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { message: "Refunded 5 EUR." } });
  const tom = await joined(ada, owner);
  const token = await bearerFor(ada, tom.session, site);

  const id = newId();
  const press = { id, buttonId: desk.buttonId, userId: "user_1" };
  expect(await frameCall(ada, token, "POST", "/actions", press)).toMatchObject({ status: 202, body: { agentName: tom.name } });
  expect((await desk.outcome(id)).outcome).toMatchObject({ state: "succeeded", message: "Refunded 5 EUR." });
  expect((await frameCall(ada, token, "POST", "/actions", press)).status).toBe(202);
  expect(desk.calls()).toHaveLength(1);
  expect(desk.calls()[0]?.body).toMatchObject({ agent: { name: tom.name }, conversationId: desk.chatId });
  const { panel } = await viewOf(ada, token, { userId: "user_1" });
  expect(panel?.notes).toMatchObject([{ authorName: tom.name, outcome: { callId: id, message: "Refunded 5 EUR." } }]);
  expect(panel?.outcomes).toMatchObject([{ agentName: tom.name, callId: id, state: "succeeded", text: "Refunded 5 EUR." }]);
});

test("a press for a contact that never chatted is recorded in one closed chat that stands for the conversation elsewhere", async ({
  ada,
  receiver,
}) => {
  const owner = await withFrames(ada);
  const desk = await newDesk(ada, receiver, { channel: "whatsapp", phone: "447911000009" });
  await putContact(ada, "user_2", { name: "Mia Berg" });
  const token = await bearerFor(ada, owner, site);
  const presses = await Promise.all(
    [newId(), newId()].map((id) => frameCall(ada, token, "POST", "/actions", { id, buttonId: desk.buttonId, userId: "user_2" })),
  );
  // The second is refused while the first one runs, or follows it.
  expect(presses.map(({ status }) => status).toSorted()[0]).toBe(202);
  await expect.poll(async () => (await viewOf(ada, token, { userId: "user_2" })).panel?.outcomes.length).toBeGreaterThan(0);
  const { panel } = await viewOf(ada, token, { userId: "user_2" });
  expect(panel).toMatchObject({ chat: { status: "closed" }, linkedChatsCount: 1, contact: { userId: "user_2" } });
  expect(desk.calls()[0]?.body).toMatchObject({ contact: { externalId: "user_2" }, conversationId: panel?.chat?.id });
  const event = await recordEvent(ada, { event: "Payment failed", userId: "user_2" });
  expect(event).toMatchObject({ postedToConversations: 0 });
});

test("a code is exchanged once", async ({ ada }) => {
  const owner = await withFrames(ada);
  const code = await codeFor(owner, site);
  const replies = await Promise.all([1, 2, 3, 4].map(() => redeem(ada, { code, origin: site })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  expect(await redeem(ada, { code, origin: site })).toMatchObject(signedOut);
});

test("a code is for its own site and workspace", async ({ ada, bob }) => {
  const owner = await withFrames(ada);
  await withFrames(bob);
  const code = await codeFor(owner, site);
  expect(await redeem(ada, { code, origin: "https://other.example.com" })).toMatchObject(signedOut);
  expect(await redeem(bob, { code, origin: site })).toMatchObject(signedOut);
  expect(await redeem(ada, { code: "made-up", origin: site })).toMatchObject(signedOut);
  // The wrong attempts did not use it up.
  expect((await redeem(ada, { code, origin: site })).status).toBe(200);
});

test("a code is refused to a page of another site", async ({ ada }) => {
  const owner = await withFrames(ada);
  const code = await codeFor(owner, site);
  expect((await redeem(ada, { code, origin: site }, { origin: site })).status).toBe(403);
});

test("no code is made for a site that no admin entered, nor once it was removed", async ({ ada }) => {
  const owner = await withFrames(ada);
  for (const origin of ["https://evil.example", `${site}.evil.example`, "http://support.example.com"])
    expect([400, 403], origin).toContain((await owner.call("POST", "/embed-codes", { origin })).status);
  await allowFrames(owner, []);
  expect((await owner.call("POST", "/embed-codes", { origin: site })).status).toBe(403);
});

test("an agent's token ends with the session, the membership and the password", async ({ ada }) => {
  const owner = await withFrames(ada);
  const tom = await joined(ada, owner);
  const mia = await joined(ada, owner);
  const sam = await joined(ada, owner);
  const tokens = await Promise.all([tom, mia, sam].map(({ session }) => bearerFor(ada, session, site)));
  for (const token of tokens) expect((await viewOf(ada, token, { userId: "user_1" })).panel).not.toBeNull();

  const other = await ada.signIn(tom);
  const { sessions } = (await other.call("GET", "/me/sessions")).body as { sessions: { id: string; isThis: boolean }[] };
  for (const { id, isThis } of sessions) if (!isThis) await other.call("DELETE", `/me/sessions/${id}`);
  expect((await owner.call("DELETE", `/members/${mia.id}`)).status).toBe(200);
  const changed = await sam.session.call("POST", "/me/password", { current: sam.password, next: newId() });
  expect(changed.status, changed.text).toBe(200);

  for (const token of tokens) expect(await readFrame(ada, token, { userId: "user_1" })).toMatchObject(signedOut);
});

test("a removed member's code is worth nothing", async ({ ada }) => {
  const owner = await withFrames(ada);
  const tom = await joined(ada, owner);
  const code = await codeFor(tom.session, site);
  await owner.call("DELETE", `/members/${tom.id}`);
  expect(await redeem(ada, { code, origin: site })).toMatchObject(signedOut);
});

test("an agent's token shows nothing of another workspace, even one of the same account", async ({ ada, bob }) => {
  const owner = await withFrames(ada);
  const bobs = await withFrames(bob);
  const token = await bearerFor(ada, owner, site);
  expect(await readFrame(bob, token, { userId: "user_1" })).toMatchObject(signedOut);
  const { token: link } = (await bobs.call("POST", "/invitations", { email: ada.owner.email, role: "agent" })).body;
  const accepted = await send(`${ada.url}/api/invitation/accept`, {
    method: "POST",
    headers: { cookie: owner.cookie, origin: ada.url },
    body: { token: link },
  });
  expect(accepted.status, accepted.text).toBe(200);
  expect(await readFrame(bob, token, { userId: "user_1" })).toMatchObject(signedOut);
});

test("over http no cookie is set, and over https one that only frames on that site keep", async ({ ada }) => {
  const owner = await withFrames(ada);
  const plain = await redeem(ada, { code: await codeFor(owner, site), origin: site });
  expect(plain.headers.getSetCookie()).toEqual([]);
  const https = { origin: ada.url.replace("http:", "https:"), "x-forwarded-proto": "https" };
  const secure = await redeem(ada, { code: await codeFor(owner, site), origin: site }, https);
  const [cookie = ""] = secure.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-beside-frame=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/);

  const renew = (headers: Record<string, string>) =>
    send(`${ada.url}/api/embed/${ada.workspace}/renew`, { method: "POST", headers: { origin: ada.url, ...headers }, body: {} });
  const pair = cookie.split(";")[0] ?? "";
  const { bearer } = (await renew({ cookie: pair })).body as { bearer: { token: string } };
  expect((await viewOf(ada, bearer.token, { userId: "user_1" })).panel).not.toBeNull();
  // It is no session: no other endpoint takes it, and neither is it a token.
  expect((await send(`${ada.url}/api/w/${ada.workspace}/chats`, { headers: { cookie: pair } })).status).toBe(401);
  expect(await readFrame(ada, pair.split("=")[1] ?? "", { userId: "user_1" })).toMatchObject(signedOut);
  expect((await renew({ cookie: pair, origin: site })).status).toBe(403);

  await allowFrames(owner, []);
  expect((await renew({ cookie: pair })).body).toEqual({ bearer: null });
  expect((await renew({})).body).toEqual({ bearer: null });
  // Where the browser sends the session's own cookie, the site around the frame is ours.
  expect((await renew({ cookie: owner.cookie })).body["bearer"]).not.toBeNull();
});

test("expired codes and tokens are refused", { tag: "@embedded" }, async () => {
  const secret = randomBytes(32).toString("hex");
  const env = { NEXTAUTH_SECRET: secret, TRUSTED_PROXIES: "1" };
  const server = await startServer({ env });
  const team = await newTeam(server);
  const owner = await withFrames(team);
  const claims = claimsOf(await bearerFor(team, owner, site));
  expect((await readFrame(team, tokenWith(secret, "agent", claims), { userId: "user_1" })).status).toBe(200);
  const past = { ...claims, exp: Math.floor(Date.now() / 1000) - 1 };
  expect(await readFrame(team, tokenWith(secret, "agent", past), { userId: "user_1" })).toMatchObject(signedOut);
  expect(await readFrame(team, tokenWith(secret, "agent", { ...claims, sessionId: newId() }), {})).toMatchObject(signedOut);

  const code = await codeFor(owner, site);
  await server.stop();
  const nodeArgs = ["--import", "./tests/support/clock.mjs"];
  const later = await startServer({ dataDir: server.dataDir, env: { ...env, CLOCK_AHEAD_MS: "61000" }, nodeArgs });
  expect(await redeem({ ...team, url: later.url }, { code, origin: site })).toMatchObject(signedOut);
  await later.stop();
});

test("an agent's stream ends after the session", { tag: "@slow" }, async ({ ada }) => {
  const owner = await withFrames(ada);
  const tom = await joined(ada, owner);
  const token = await bearerFor(ada, tom.session, site);
  const address = `${ada.url}/api/embed/${ada.workspace}/stream?userId=user_1`;
  const stream = await openStreamAt(address, { authorization: `Bearer ${token}` });
  await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  await stream.waitFor("change");
  await owner.call("DELETE", `/members/${tom.id}`);
  await stream.waitFor("bye", undefined, 20_000);
  expect((await send(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
});
