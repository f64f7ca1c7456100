import { expect, type Session, send, type Team, test } from "../../support/fixtures";
import { openStream } from "../../support/listening";
import { accept, acceptAs, addMember, idOf, invited, joined, newPerson, redeem, resetLink, visit } from "../../support/members";

type Member = { id: string; name: string; email: string; role: string; createdAt: string };

const membersOf = async (session: Session) => (await session.call("GET", "/members")).body["members"] as Member[];
const chatsOf = (url: string, { cookie }: Session, workspace: string) => send(`${url}/api/w/${workspace}/chats`, { headers: { cookie } });
const idle = { channel: "whatsapp", phone: "447911000001" };

test("adds a member by an invitation, with a name and a password that they choose", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  expect((await tom.session.call("GET", "/chats")).status).toBe(200);
  const members = await membersOf(owner);
  expect(members.map(({ name, role }) => [name, role])).toEqual([
    ["Olga Owner", "owner"],
    ["Tom Ray", "agent"],
  ]);
  for (const member of members) expect(Object.keys(member).sort()).toEqual(["createdAt", "email", "id", "name", "role"]);
});

test("keeps the name and password of an existing account and adds it to the second workspace", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const { token } = await invited(owner, bob.owner.email.toUpperCase());
  const his = await bob.signIn();
  expect((await visit(ada.url, "invitation", { token }, his)).body).toMatchObject({ email: bob.owner.email, signedInAs: bob.owner.email });
  expect(await acceptAs(ada, token, his)).toMatchObject({ status: 200, body: { workspace: ada.workspace } });
  expect((await membersOf(owner))[1]).toMatchObject({ name: "Olga Owner", email: bob.owner.email, role: "agent" });
  const both = await bob.signIn();
  expect((await chatsOf(ada.url, both, ada.workspace)).status).toBe(200);
  expect((await both.call("GET", "/members")).status).toBe(200);
});

test("excludes a removed member at once, as if the workspace did not exist, until they accept a new invitation", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner, "admin");
  expect((await tom.session.call("GET", "/chats")).status).toBe(200);
  expect(await owner.call("DELETE", `/members/${tom.id}`)).toMatchObject({ status: 200, body: { removed: true } });

  const out = await tom.session.call("GET", "/chats");
  const missing = await chatsOf(ada.url, tom.session, "no-such-workspace");
  expect(out.status).toBe(404);
  expect(out.body).toEqual(missing.body);
  expect((await owner.call("DELETE", `/members/${tom.id}`)).status).toBe(404);

  const { token } = await invited(owner, tom.email);
  expect((await tom.session.call("GET", "/chats")).status).toBe(404);
  expect((await acceptAs(ada, token, tom.session)).status).toBe(200);
  expect((await tom.session.call("GET", "/chats")).status).toBe(200);
});

/** The change notifications on a stream, from an index on. */
const notificationsSince = (heard: { event: string; data: object }[], from: number) =>
  heard.slice(from).filter(({ event }) => event === "change");

async function watching(team: Team, { cookie }: Session) {
  const stream = await openStream(team.url, team.workspace, cookie);
  const { chatId } = await team.sendMessage(idle);
  const about = (id: string) => stream.waitFor("change", ({ data }) => data.chats?.some((chat) => chat.id === id) === true);
  await about(chatId);
  return { ...stream, about };
}

for (const [what, removeFrom] of [
  ["who is removed", async (owner: Session, { id }: { id: string }) => void (await owner.call("DELETE", `/members/${id}`))],
  ["who leaves", async (_: Session, { id, session }) => void (await session.call("DELETE", `/members/${id}`))],
] as [string, (owner: Session, member: { id: string; session: Session }) => Promise<void>][]) {
  test(`stops notifications on the open stream of a member ${what} at once and keeps other streams open`, async ({ ada }) => {
    const owner = await ada.signIn();
    const tom = await joined(ada, owner, "admin");
    const [theirs, own] = [await watching(ada, tom.session), await watching(ada, owner)];
    await removeFrom(owner, tom);
    const before = theirs.received.length;
    const chats = await Promise.all(["1", "2", "3"].map((digit) => ada.sendMessage({ ...idle, phone: `44791100010${digit}` })));
    for (const { chatId } of chats) await own.about(chatId);
    await theirs.waitFor("bye", undefined, 3_000);
    await theirs.ended;
    expect(notificationsSince(theirs.received, before)).toEqual([]);
    own.close();
  });
}

test("ends the streams of an account in each of its workspaces when its password changes", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const { token } = await invited(owner, bob.owner.email);
  const his = await bob.signIn();
  await acceptAs(ada, token, his);
  const streams = await Promise.all([ada, bob].map(({ url, workspace }) => openStream(url, workspace, his.cookie)));
  expect(
    (await (await bob.signIn()).call("POST", "/me/password", { current: bob.owner.password, next: "chosen anew by Bob" })).status,
  ).toBe(200);
  for (const stream of streams) await stream.waitFor("bye", undefined, 3_000);
});

test("loses no notification on a stream when another member is removed", async ({ ada }) => {
  const owner = await ada.signIn();
  const [tom, own] = [await joined(ada, owner), await watching(ada, owner)];
  const [, message] = await Promise.all([owner.call("DELETE", `/members/${tom.id}`), ada.sendMessage({ ...idle, phone: "447911000109" })]);
  // The change is notified, or a second ready event makes the client refetch everything.
  const notifies = () =>
    own.received.some(({ event, data }, at) => (at > 0 && event === "ready") || data.chats?.some(({ id }) => id === message.chatId));
  await expect.poll(notifies).toBe(true);
  own.close();
});

test("ends a member's sessions and their streams when an admin's reset link is used, and accepts the new password", async ({ ada }) => {
  const admin = await joined(ada, await ada.signIn(), "admin");
  const tom = await joined(ada, admin.session);
  const token = await resetLink(admin.session, tom.id);
  const [theirs, others] = await Promise.all([tom, admin].map(({ session }) => openStream(ada.url, ada.workspace, session.cookie)));
  // Creating the link ends no session.
  expect((await tom.session.call("GET", "/chats")).status).toBe(200);
  expect(await redeem(ada, token, "chosen anew by Tom")).toMatchObject({ status: 200, body: { email: tom.email } });
  await theirs?.waitFor("bye", undefined, 3_000);
  expect(others?.received.map(({ event }) => event)).not.toContain("bye");
  others?.close();
  expect((await tom.session.call("GET", "/chats")).status).toBe(401);
  expect((await admin.session.call("GET", "/chats")).status).toBe(200);
  expect((await (await ada.signIn(tom)).call("GET", "/chats")).status).toBe(401);
  expect((await (await ada.signIn({ ...tom, password: "chosen anew by Tom" })).call("GET", "/chats")).status).toBe(200);
});

test("creates one member when one invitation is accepted several times at once", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = newPerson();
  const { token } = await invited(owner, tom.email);
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, at) => accept(ada, token, { name: `Tom ${at}`, password: `password of Tom ${at}` })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect((await membersOf(owner)).filter(({ email }) => email === tom.email)).toHaveLength(1);
  const winner = replies.findIndex(({ status }) => status === 200);
  expect((await (await ada.signIn({ ...tom, password: `password of Tom ${winner}` })).call("GET", "/chats")).status).toBe(200);
});

test("replaces a member's earlier reset link by a new one, and leaves those of other members valid", async ({ ada }) => {
  const owner = await ada.signIn();
  const [tom, mia] = [await joined(ada, owner), await joined(ada, owner)];
  const links = [await resetLink(owner, tom.id), await resetLink(owner, mia.id), await resetLink(owner, tom.id)];
  const replies = await Promise.all(links.map((token) => visit(ada.url, "reset", { token })));
  expect(replies.map(({ status }) => status)).toEqual([409, 200, 200]);
});

test("rejects a reset link for a member of another workspace, too, and withdraws the one from before", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const reset = await resetLink(owner, tom.id);
  const { token } = await invited(await bob.signIn(), tom.email);
  expect((await acceptAs(bob, token, tom.session)).status).toBe(200);
  expect((await visit(ada.url, "reset", { token: reset })).status).toBe(409);
  expect(await owner.call("POST", `/members/${tom.id}/reset`, {})).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
});

test("rejects a reset link that a member makes for themselves", async ({ ada }) => {
  const owner = await ada.signIn();
  const me = await idOf(owner, ada.owner.email);
  expect(await owner.call("POST", `/members/${me}/reset`, {})).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  await addMember(ada);
});
