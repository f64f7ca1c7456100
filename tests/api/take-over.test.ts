import { elsewhere, expect, type Session, type Team, test } from "../support/fixtures";
import { held } from "../support/held";
import { accept, acceptAs, addMember, idOf, invited, joined, newPerson, redeem, resetByOperator, resetLink } from "../support/members";

/** Whether somebody who signs in with this password sees the workspace's chats. */
async function opens(team: Team, who: { email: string; password: string }): Promise<boolean> {
  return (await (await team.signIn(who)).call("GET", "/chats")).status === 200;
}

const known = "known to the admin of X";

/** Ada's workspace has an admin who wants into Bob's; the victim works for Ada. */
async function victimOf(ada: Team) {
  const admin = await joined(ada, await ada.signIn(), "admin");
  const victim = await joined(ada, admin.session);
  return { admin, victim };
}

const inBobs = (bob: Team, session: Session) => bob.signIn().then(() => session);

test("nobody is told a password, and nobody can set one for somebody else", async ({ ada }) => {
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
      (await admin.session.call("POST", path, { name: "Eve", email: "e@example.com", role: "agent", password: known })).status,
    ).toBeGreaterThan(403);
  await expect(ada.operate("reset-password", { email: victim.email, password: known })).resolves.not.toHaveProperty("password");
  expect(await opens(ada, victim)).toBe(true);
});

test("an account that an admin claimed in the victim's name opens nothing of the workspace that invites the victim", async ({
  ada,
  bob,
}) => {
  const owner = await ada.signIn();
  const victim = newPerson();
  const { token } = await invited(owner, victim.email);
  // The admin opens the link themselves.
  expect((await accept(ada, token, { name: "Eve", password: known })).status).toBe(200);
  const eve = { ...victim, password: known };
  const { token: his } = await invited(await bob.signIn(), victim.email);
  expect(await opens(bob, eve)).toBe(false);
  // The victim has the link and not the account; and makes no second account beside it.
  expect(await accept(bob, his, victim)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("Sign in to it") } },
  });
  expect(await opens(bob, eve)).toBe(false);
  // The operator gives them their account, and what the admin knew is worth nothing.
  await resetByOperator(ada, victim.email, victim.password);
  expect((await acceptAs(bob, his, await bob.signIn(victim))).status).toBe(200);
  expect([await opens(bob, eve), await opens(ada, eve), await opens(bob, victim)]).toEqual([false, false, true]);
});

test("a reset link made while the account was in one workspace alone is void once it has joined another", async ({ ada, bob }) => {
  const { admin, victim } = await victimOf(ada);
  const reset = await resetLink(admin.session, victim.id);
  const { token } = await invited(await bob.signIn(), victim.email);
  expect((await acceptAs(bob, token, victim.session)).status).toBe(200);
  expect(await redeem(ada, reset, known)).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  expect(await opens(bob, { ...victim, password: known })).toBe(false);
  expect(await opens(bob, victim)).toBe(true);
  // Nor is there a new one; and leaving again brings none back.
  expect((await admin.session.call("POST", `/members/${victim.id}/reset`, {})).status).toBe(403);
  const bobs = await bob.signIn();
  await bobs.call("DELETE", `/members/${victim.id}`);
  expect((await redeem(ada, reset, known)).status).toBe(409);
});

test("an admin who sets the password and is quicker than the victim's acceptance gains nothing of it", async ({ ada, bob }) => {
  const { admin, victim } = await victimOf(ada);
  const { token } = await invited(await bob.signIn(), victim.email);
  const reset = await resetLink(admin.session, victim.id);
  expect((await redeem(ada, reset, known)).status).toBe(200);
  // The victim's browser is still open on the invitation; its session has ended.
  expect(await acceptAs(bob, token, victim.session)).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
  expect(await opens(bob, { ...victim, password: known })).toBe(false);
  // The invitation waits for whoever has both the link and the account.
  await resetByOperator(ada, victim.email, victim.password);
  expect((await acceptAs(bob, token, await bob.signIn(victim))).status).toBe(200);
});

test("an acceptance that was let in before the admin set the password is refused when it comes to it", { tag: "@front-door" }, async ({
  ada,
  bob,
}) => {
  const { admin, victim } = await victimOf(ada);
  const { token } = await invited(await bob.signIn(), victim.email);
  const reset = await resetLink(admin.session, victim.id);
  const call = held(`${bob.url}/api/invitation/accept`, {
    method: "POST",
    cookie: victim.session.cookie,
    body: { token },
    headers: elsewhere(),
  });
  // Calls are let in in the order they come: once these are answered, that one is in.
  for (let fence = 0; fence < 5; fence += 1) await victim.session.call("GET", "/chats");
  expect((await redeem(ada, reset, known)).status).toBe(200);
  call.release();
  expect(await call.status).toBe(403);
  expect(await opens(bob, { ...victim, password: known })).toBe(false);
});

test("a reset and an acceptance at the same moment: never a member whose password the admin knows", async ({ ada, bob }) => {
  test.slow();
  const { admin } = await victimOf(ada);
  const bobs = await bob.signIn();
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const victim = await joined(ada, admin.session);
    const { token } = await invited(bobs, victim.email);
    const reset = await resetLink(admin.session, victim.id);
    const [taken, entered] = await Promise.all([redeem(ada, reset, known), acceptAs(bob, token, victim.session)]);
    outcomes.add(`${taken.status} ${entered.status}`);
    expect([taken.status, entered.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await opens(bob, { ...victim, password: known }), `round ${round}`).toBe(false);
  }
  for (const outcome of outcomes) expect(["200 403", "409 200"]).toContain(outcome);
});

test("the session of another account does not accept, whoever holds the link", async ({ ada, bob }) => {
  const victim = await joined(ada, await ada.signIn());
  const { token } = await invited(await bob.signIn(), victim.email);
  const eve = await addMember(ada);
  const refused = await acceptAs(bob, token, await ada.signIn(eve));
  expect(refused).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining(`for ${victim.email}`) } } });
  expect(await opens(bob, eve)).toBe(false);
  expect((await acceptAs(bob, token, await inBobs(bob, victim.session))).status).toBe(200);
});

test("the reset link of a removed member is void, also when they come back", async ({ ada }) => {
  const { admin, victim } = await victimOf(ada);
  const reset = await resetLink(admin.session, victim.id);
  await admin.session.call("DELETE", `/members/${victim.id}`);
  expect((await redeem(ada, reset, known)).status).toBe(409);
  const { token } = await invited(admin.session, victim.email);
  await acceptAs(ada, token, victim.session);
  expect((await redeem(ada, reset, known)).status).toBe(409);
  expect(await opens(ada, victim)).toBe(true);
});

test("an admin's reset link is void once its member is an owner, or the admin is none any more", async ({ ada }) => {
  const owner = await ada.signIn();
  const { admin, victim } = await victimOf(ada);
  const risen = await joined(ada, owner);
  const links = [await resetLink(admin.session, risen.id), await resetLink(admin.session, victim.id)] as const;
  await owner.call("PATCH", `/members/${risen.id}`, { role: "owner" });
  expect((await redeem(ada, links[0], known)).status).toBe(409);
  await owner.call("PATCH", `/members/${admin.id}`, { role: "agent" });
  expect((await redeem(ada, links[1], known)).status).toBe(409);
  expect([await opens(ada, risen), await opens(ada, victim)]).toEqual([true, true]);
});

test("a removed admin comes back by no invitation that they made for themselves", async ({ ada }) => {
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

test("an owner's invitation does not outlive their being an owner", async ({ ada }) => {
  const owner = await ada.signIn();
  const second = await joined(ada, owner, "owner");
  const [heir, helper] = [newPerson(), newPerson()];
  const [strong, weak] = [await invited(second.session, heir.email, "owner"), await invited(second.session, helper.email, "agent")];
  await owner.call("PATCH", `/members/${second.id}`, { role: "admin" });
  expect((await accept(ada, strong.token, heir)).status).toBe(409);
  expect((await accept(ada, weak.token, helper)).status).toBe(200);
});

test("changing one's own password takes an admin's open reset link away", async ({ ada }) => {
  const { admin, victim } = await victimOf(ada);
  const reset = await resetLink(admin.session, victim.id);
  await victim.session.call("POST", "/me/password", { current: victim.password, next: "chosen by the victim" });
  expect((await redeem(ada, reset, known)).status).toBe(409);
  expect(await opens(ada, { ...victim, password: "chosen by the victim" })).toBe(true);
});

test("a change of the password that was begun with the old one does not come after a reset", async ({ ada }) => {
  const owner = await ada.signIn();
  for (let round = 0; round < 6; round += 1) {
    const tom = await joined(ada, owner);
    const reset = await resetLink(owner, await idOf(owner, tom.email));
    const [changed, set] = await Promise.all([
      tom.session.call("POST", "/me/password", { current: tom.password, next: "changed with the old one" }),
      redeem(ada, reset, "chosen by the link"),
    ]);
    // Whichever came first: what the second one relied on was no longer so.
    expect([changed.status === 200, set.status === 200].filter(Boolean), `${changed.text} ${set.text}`).toHaveLength(1);
    const password = set.status === 200 ? "chosen by the link" : "changed with the old one";
    expect(await opens(ada, { ...tom, password })).toBe(true);
  }
});
