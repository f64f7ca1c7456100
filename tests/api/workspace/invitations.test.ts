import { randomBytes } from "node:crypto";
import { expect, newTeam, type Session, send, test } from "../../support/fixtures";
import { accept, acceptAs, addMember, invited, joined, newPerson, redeem, resetLink, visit } from "../../support/members";
import { startServer } from "../../support/server";

const listed = async (by: Session) => (await by.call("GET", "/invitations")).body["invitations"] as Record<string, string>[];
const days = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000;
const unknown = {
  status: 404,
  body: { error: { code: "not_found", message: "This link is not valid. Copy it whole, or ask for a new one." } },
};

test("lists invitations, the newest first, with creator, creation and expiry, without a token", async ({ ada }) => {
  const owner = await ada.signIn();
  const { token } = await invited(owner, "Mia@Example.com", "admin");
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const reply = await owner.call("GET", "/invitations");
  expect(reply.text).not.toContain(token);
  const [one, ...more] = await listed(owner);
  expect(more).toEqual([]);
  expect(one).toEqual({
    ...{ id: expect.any(String), email: "mia@example.com", role: "admin", madeBy: "Olga Owner" },
    ...{ createdAt: expect.any(String), expiresAt: expect.any(String) },
  });
  expect(days(one?.["createdAt"] ?? "", one?.["expiresAt"] ?? "")).toBe(7);
  await invited(owner, "ann@example.com");
  expect((await listed(owner)).map(({ email }) => email)).toEqual(["ann@example.com", "mia@example.com"]);
});

test("responds alike to inviting an e-mail with and without an account, and so does the link", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const request = async (email: string) => {
    const reply = await owner.call("POST", "/invitations", { email, role: "agent" });
    const viewed = await visit(ada.url, "invitation", { token: reply.body["token"] });
    return { made: reply.status, shape: Object.keys(reply.body).sort(), invitation: reply.body["invitation"], viewed: viewed.body };
  };
  const blank = (text: string, email: string) =>
    text.replaceAll(email, "<email>").replace(/"(id|createdAt|expiresAt)":"[^"]*"/g, '"$1":"…"');
  const fresh = newPerson().email;
  const [theirs, none] = [await request(bob.owner.email), await request(fresh)];
  expect(blank(JSON.stringify(theirs), bob.owner.email)).toBe(blank(JSON.stringify(none), fresh));
  expect(theirs.viewed).toEqual({
    workspace: ada.workspace,
    email: bob.owner.email,
    role: "agent",
    madeBy: "Olga Owner",
    signedInAs: null,
  });
});

test("revokes the earlier link when an e-mail is invited again, even concurrently", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = newPerson();
  const first = await invited(owner, tom.email);
  const made = await Promise.all(Array.from({ length: 5 }, () => invited(owner, tom.email)));
  expect(await listed(owner)).toHaveLength(1);
  const replies = await Promise.all([first, ...made].map(({ token }) => visit(ada.url, "invitation", { token })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
});

test("explains why a revoked, used or unknown link does not work and what to do", async ({ ada }) => {
  const owner = await ada.signIn();
  const [tom, mia] = [newPerson(), newPerson()];
  const revoked = await invited(owner, tom.email);
  expect(await owner.call("DELETE", `/invitations/${revoked.id}`)).toMatchObject({ status: 200, body: { revoked: true } });
  expect((await owner.call("DELETE", `/invitations/${revoked.id}`)).status).toBe(404);
  const used = await invited(owner, mia.email);
  await accept(ada, used.token, mia);
  const conflict = (message: string) => ({ status: 409, body: { error: { code: "conflict", message } } });
  const newest = "This invitation was revoked, or a newer one took its place. Open the newest link, or ask for another.";
  for (const reply of [await visit(ada.url, "invitation", { token: revoked.token }), await accept(ada, revoked.token, tom)])
    expect(reply).toMatchObject(conflict(newest));
  for (const reply of [await visit(ada.url, "invitation", { token: used.token }), await accept(ada, used.token, newPerson())])
    expect(reply).toMatchObject(conflict("This invitation was used already. Sign in instead."));
});

test("responds alike to all wrong tokens", async ({ ada }) => {
  const reset = await resetLink(await ada.signIn(), (await joined(ada, await ada.signIn())).id);
  const wrong = ["", "x", "../..", "é", randomBytes(32).toString("base64url"), ada.key, `${reset}x`, reset.slice(1)];
  for (const token of wrong) {
    expect(await visit(ada.url, "invitation", { token }), token).toMatchObject(unknown);
    expect(await visit(ada.url, "reset", { token }), token).toMatchObject(unknown);
    expect(await accept(ada, token, newPerson()), token).toMatchObject(unknown);
    expect(await redeem(ada, token, "a new password"), token).toMatchObject(unknown);
  }
  // A token of a reset link is not valid for an invitation.
  expect(await visit(ada.url, "invitation", { token: reset })).toMatchObject(unknown);
  for (const token of [1, null, ["x"], "x".repeat(201)])
    expect((await visit(ada.url, "invitation", { token })).status, JSON.stringify(token)).toBe(400);
});

test("limits guessing of links by address", async ({ ada }) => {
  const from = { "x-forwarded-for": "203.0.113.77" };
  const guess = (page = "invitation") =>
    send(`${ada.url}/api/${page}`, { method: "POST", headers: from, body: { token: randomBytes(32).toString("base64url") } });
  const replies = await Promise.all(Array.from({ length: 61 }, () => guess()));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
  const refused = await guess();
  expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  // Guesses of both kinds of link share one limit.
  expect((await guess("reset")).status).toBe(429);
  const { token } = await invited(await ada.signIn(), newPerson().email);
  expect((await visit(ada.url, "invitation", { token })).status).toBe(200);
});

test("rejects listing, creating and revoking invitations by an agent, and inviting a member again", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await addMember(ada);
  const agent = await ada.signIn(tom);
  const { id } = await invited(owner, newPerson().email);
  for (const [method, path, body] of [
    ["GET", "/invitations", undefined],
    ["POST", "/invitations", { email: "eve@example.com", role: "agent" }],
    ["DELETE", `/invitations/${id}`, undefined],
  ] as const) {
    expect((await agent.call(method, path, body)).status, method).toBe(403);
  }
  expect(await owner.call("POST", "/invitations", { email: tom.email, role: "admin" })).toMatchObject({
    status: 409,
    body: { error: { message: "Somebody with this e-mail is a member already." } },
  });
});

for (const body of [{ email: "no address" }, { email: "" }, { email: 7 }, { role: "boss" }, { role: null }]) {
  test(`rejects an invitation with ${JSON.stringify(body)}`, async ({ ada }) => {
    const owner = await ada.signIn();
    const refused = await owner.call("POST", "/invitations", { email: "tom@example.com", role: "agent", ...body });
    expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(Object.keys(body)[0] ?? "") } } });
    expect(await listed(owner)).toEqual([]);
  });
}

for (const body of [
  { name: "" },
  { name: "x".repeat(81) },
  { password: "short" },
  { password: "x".repeat(201) },
  { name: undefined, password: "long enough to count" },
  { name: "Tom", password: undefined },
]) {
  test(`rejects accepting with ${JSON.stringify(body).slice(0, 30)} and keeps the invitation open`, async ({ ada }) => {
    const tom = newPerson();
    const { token } = await invited(await ada.signIn(), tom.email);
    expect((await visit(ada.url, "invitation/accept", { token, name: tom.name, password: tom.password, ...body })).status).toBe(400);
    expect((await accept(ada, token, tom)).status).toBe(200);
  });
}

test("rejects accepting without a session and without a password, or as a new account with the e-mail of another", async ({ ada, bob }) => {
  const { token } = await invited(await ada.signIn(), bob.owner.email);
  expect((await visit(ada.url, "invitation/accept", { token })).status).toBe(403);
  expect((await acceptAs(ada, token, { cookie: "beside.session=made-up" })).status).toBe(403);
  expect(await accept(ada, token, newPerson())).toMatchObject({
    status: 409,
    body: { error: { message: `There is an account with the e-mail ${bob.owner.email} already. Sign in to it to accept.` } },
  });
  const foreign = { origin: "https://evil.example", cookie: (await bob.signIn()).cookie };
  expect((await send(`${ada.url}/api/invitation/accept`, { method: "POST", headers: foreign, body: { token } })).status).toBe(403);
});

test("expires links after 7 days and deletes them 30 days later", { tag: "@embedded" }, async () => {
  test.slow();
  const first = await startServer({ env: { TRUSTED_PROXIES: "1" } });
  const team = await newTeam(first);
  const owner = await team.signIn();
  const tom = await joined(team, owner);
  const { token } = await invited(owner, "late@example.com");
  const reset = await resetLink(owner, tom.id);
  await first.stop();
  const later = (count: number) =>
    startServer({
      dataDir: first.dataDir,
      env: { TRUSTED_PROXIES: "1", CLOCK_AHEAD_MS: String(count * 86_400_000) },
      nodeArgs: ["--import", "./tests/support/clock.mjs"],
    });
  const request = async (url: string) => [await visit(url, "invitation", { token }), await visit(url, "reset", { token: reset })];

  const second = await later(6.9);
  expect((await request(second.url)).map(({ status }) => status)).toEqual([200, 200]);
  await second.stop();

  const third = await later(7.1);
  const [invitation, link] = await request(third.url);
  expect(invitation).toMatchObject({ status: 409, body: { error: { message: "This invitation has expired. Ask for a new one." } } });
  expect(link).toMatchObject({ status: 409, body: { error: { message: "This link has expired. Ask for a new one." } } });
  expect((await redeem(third, reset, "too late for this")).status).toBe(409);
  await third.stop();

  const last = await later(38);
  await expect.poll(async () => (await request(last.url)).map(({ status }) => status), { timeout: 20_000 }).toEqual([404, 404]);
  await last.stop();
});
