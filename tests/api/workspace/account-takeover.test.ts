import { expect, randomClientAddress, type Session, type Team, test } from "../../support/fixtures";
import { holdBody } from "../../support/held";
import {
  accept,
  acceptAs,
  addMember,
  idOf,
  invited,
  joined,
  newPerson,
  redeem,
  resetByOperator,
  resetLink,
  visit,
} from "../../support/members";

/** Whether a sign-in with this password gives access to the workspace's chats. */
async function hasAccess(team: Team, credentials: { email: string; password: string }): Promise<boolean> {
  return (await (await team.signIn(credentials)).call("GET", "/chats")).status === 200;
}

const knownPassword = "known to the admin of X";

/** Ada's workspace has an admin who wants access to Bob's; the victim works for Ada. */
async function victimOf(ada: Team) {
  const admin = await joined(ada, await ada.signIn(), "admin");
  const victim = await joined(ada, admin.session);
  return { admin, victim };
}

const inBobs = (bob: Team, session: Session) => bob.signIn().then(() => session);

test("never reveals a password and never lets anybody set another's", async ({ ada }) => {
  const { admin, victim } = await victimOf(ada);
  const replies = [
    await admin.session.call("POST", "/invitations", { email: "new@example.com", role: "agent" }),
    await admin.session.call("POST", `/members/${victim.id}/reset`, {}),
    await admin.session.call("GET", "/members"),
    await admin.session.call("GET", "/invitations"),
  ];
  for (const { text } of replies) expect(text).not.toMatch(/password|hash/i);
  for (const path of ["/members", `/members/${victim.id}/password`])
    expect(
      (await admin.session.call("POST", path, { name: "Eve", email: "e@example.com", role: "agent", password: knownPassword })).status,
    ).toBeGreaterThan(403);
  await expect(ada.operate("reset-password", { email: victim.email, password: knownPassword })).resolves.not.toHaveProperty("password");
  expect(await hasAccess(ada, victim)).toBe(true);
});

test("gives an admin who claimed the victim's account no access to the workspace that invites the victim", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const victim = newPerson();
  const { token } = await invited(owner, victim.email);
  // The admin opens the link themselves.
  expect((await accept(ada, token, { name: "Eve", password: knownPassword })).status).toBe(200);
  const eve = { ...victim, password: knownPassword };
  const { token: his } = await invited(await bob.signIn(), victim.email);
  expect(await hasAccess(bob, eve)).toBe(false);
  // The victim has the link, but not the account, and cannot create a second account with the e-mail.
  expect(await accept(bob, his, victim)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("Sign in to it") } },
  });
  expect(await hasAccess(bob, eve)).toBe(false);
  // The operator gives the victim the account back, and the admin's password becomes invalid.
  await resetByOperator(ada, victim.email, victim.password);
  expect((await acceptAs(bob, his, await bob.signIn(victim))).status).toBe(200);
  expect([await hasAccess(bob, eve), await hasAccess(ada, eve), await hasAccess(bob, victim)]).toEqual([false, false, true]);
});

test("invalidates an admin's reset link once the account has joined another workspace", async ({ ada, bob }) => {
  const { admin, victim } = await victimOf(ada);
  const reset = await resetLink(admin.session, victim.id);
  const { token } = await invited(await bob.signIn(), victim.email);
  expect((await acceptAs(bob, token, victim.session)).status).toBe(200);
  expect(await redeem(ada, reset, knownPassword)).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  expect(await hasAccess(bob, { ...victim, password: knownPassword })).toBe(false);
  expect(await hasAccess(bob, victim)).toBe(true);
  // No new link can be made either, and leaving again does not restore the old one.
  expect((await admin.session.call("POST", `/members/${victim.id}/reset`, {})).status).toBe(403);
  const bobs = await bob.signIn();
  await bobs.call("DELETE", `/members/${victim.id}`);
  expect((await redeem(ada, reset, knownPassword)).status).toBe(409);
});

test("gives an admin who sets the password before the victim accepts no access", async ({ ada, bob }) => {
  const { admin, victim } = await victimOf(ada);
  const { token } = await invited(await bob.signIn(), victim.email);
  const reset = await resetLink(admin.session, victim.id);
  expect((await redeem(ada, reset, knownPassword)).status).toBe(200);
  // The victim's browser still shows the invitation, but its session has ended.
  expect(await acceptAs(bob, token, victim.session)).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
  expect(await hasAccess(bob, { ...victim, password: knownPassword })).toBe(false);
  // The invitation stays open for somebody with both the link and the account.
  await resetByOperator(ada, victim.email, victim.password);
  expect((await acceptAs(bob, token, await bob.signIn(victim))).status).toBe(200);
});

test("rejects an acceptance that was authorized before the admin set the password", { tag: "@server" }, async ({ ada, bob }) => {
  const { admin, victim } = await victimOf(ada);
  const { token } = await invited(await bob.signIn(), victim.email);
  const reset = await resetLink(admin.session, victim.id);
  const call = holdBody(`${bob.url}/api/invitation/accept`, {
    method: "POST",
    cookie: victim.session.cookie,
    body: { token },
    headers: randomClientAddress(),
  });
  // Calls are authorized in order of arrival: once these are answered, the held one is authorized.
  for (let fence = 0; fence < 5; fence += 1) await victim.session.call("GET", "/chats");
  expect((await redeem(ada, reset, knownPassword)).status).toBe(200);
  call.release();
  expect(await call.status).toBe(403);
  expect(await hasAccess(bob, { ...victim, password: knownPassword })).toBe(false);
});

test("never makes a member whose password the admin knows when a reset and an acceptance are concurrent", async ({ ada, bob }) => {
  test.slow();
  const { admin } = await victimOf(ada);
  const bobs = await bob.signIn();
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const victim = await joined(ada, admin.session);
    const { token } = await invited(bobs, victim.email);
    const reset = await resetLink(admin.session, victim.id);
    const [redeemed, entered] = await Promise.all([redeem(ada, reset, knownPassword), acceptAs(bob, token, victim.session)]);
    outcomes.add(`${redeemed.status} ${entered.status}`);
    expect([redeemed.status, entered.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await hasAccess(bob, { ...victim, password: knownPassword }), `round ${round}`).toBe(false);
  }
  for (const outcome of outcomes) expect(["200 403", "409 200"]).toContain(outcome);
});

test("rejects an acceptance with the session of another account, even with the link", async ({ ada, bob }) => {
  const victim = await joined(ada, await ada.signIn());
  const { token } = await invited(await bob.signIn(), victim.email);
  const eve = await addMember(ada);
  const refused = await acceptAs(bob, token, await ada.signIn(eve));
  expect(refused).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining(`for ${victim.email}`) } } });
  expect(await hasAccess(bob, eve)).toBe(false);
  expect((await acceptAs(bob, token, await inBobs(bob, victim.session))).status).toBe(200);
});

test("invalidates the reset link of a removed member, also when they come back", async ({ ada }) => {
  const { admin, victim } = await victimOf(ada);
  const reset = await resetLink(admin.session, victim.id);
  await admin.session.call("DELETE", `/members/${victim.id}`);
  expect((await visit(ada.url, "reset", { token: reset })).status).toBe(409);
  expect((await redeem(ada, reset, knownPassword)).status).toBe(409);
  const { token } = await invited(admin.session, victim.email);
  await acceptAs(ada, token, victim.session);
  expect((await redeem(ada, reset, knownPassword)).status).toBe(409);
  expect(await hasAccess(ada, victim)).toBe(true);
});

test("invalidates an admin's reset link once the member is an owner or the admin no longer an admin", async ({ ada }) => {
  const owner = await ada.signIn();
  const { admin, victim } = await victimOf(ada);
  const risen = await joined(ada, owner);
  const links = [await resetLink(admin.session, risen.id), await resetLink(admin.session, victim.id)] as const;
  await owner.call("PATCH", `/members/${risen.id}`, { role: "owner" });
  expect((await redeem(ada, links[0], knownPassword)).status).toBe(409);
  await owner.call("PATCH", `/members/${admin.id}`, { role: "agent" });
  expect((await redeem(ada, links[1], knownPassword)).status).toBe(409);
  expect([await hasAccess(ada, risen), await hasAccess(ada, victim)]).toEqual([true, true]);
});

test("rejects an invitation that a removed admin made for themselves", async ({ ada }) => {
  const owner = await ada.signIn();
  const { admin } = await victimOf(ada);
  const [one, two] = [newPerson(), newPerson()];
  const first = await invited(admin.session, one.email, "admin");
  await owner.call("PATCH", `/members/${admin.id}`, { role: "agent" });
  expect((await accept(ada, first.token, one)).status).toBe(409);
  await owner.call("PATCH", `/members/${admin.id}`, { role: "admin" });
  const second = await invited(admin.session, two.email, "admin");
  await owner.call("DELETE", `/members/${admin.id}`);
  expect(await accept(ada, second.token, two)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("revoked") } },
  });
  expect((await owner.call("GET", "/invitations")).body["invitations"]).toEqual([]);
});

test("invalidates a former owner's invitation of an owner and keeps that of an agent", async ({ ada }) => {
  const owner = await ada.signIn();
  const second = await joined(ada, owner, "owner");
  const [heir, helper] = [newPerson(), newPerson()];
  const [strong, weak] = [await invited(second.session, heir.email, "owner"), await invited(second.session, helper.email, "agent")];
  await owner.call("PATCH", `/members/${second.id}`, { role: "admin" });
  expect((await owner.call("GET", "/invitations")).body["invitations"]).toMatchObject([{ email: helper.email }]);
  expect((await accept(ada, strong.token, heir)).status).toBe(409);
  expect((await accept(ada, weak.token, helper)).status).toBe(200);
});

test("invalidates an admin's open reset link when the member changes the password", async ({ ada }) => {
  const { admin, victim } = await victimOf(ada);
  const reset = await resetLink(admin.session, victim.id);
  await victim.session.call("POST", "/me/password", { current: victim.password, next: "chosen by the victim" });
  expect((await redeem(ada, reset, knownPassword)).status).toBe(409);
  expect(await hasAccess(ada, { ...victim, password: "chosen by the victim" })).toBe(true);
});

test("rejects a change of the password or a concurrent reset, whichever comes second", async ({ ada }) => {
  const owner = await ada.signIn();
  for (let round = 0; round < 6; round += 1) {
    const tom = await joined(ada, owner);
    const reset = await resetLink(owner, await idOf(owner, tom.email));
    const [changed, set] = await Promise.all([
      tom.session.call("POST", "/me/password", { current: tom.password, next: "changed with the old one" }),
      redeem(ada, reset, "chosen by the link"),
    ]);
    // The first one invalidates what the second one relied on.
    expect([changed.status === 200, set.status === 200].filter(Boolean), `${changed.text} ${set.text}`).toHaveLength(1);
    const password = set.status === 200 ? "chosen by the link" : "changed with the old one";
    expect(await hasAccess(ada, { ...tom, password })).toBe(true);
  }
});
