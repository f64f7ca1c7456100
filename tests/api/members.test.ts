import { randomUUID } from "node:crypto";
import { expect, type Reply, type Session, send, type Team, test } from "../fixtures";
import { openStream } from "../listening";

type Member = { id: string; name: string; email: string; role: string; createdAt: string };
type Role = "owner" | "admin" | "agent";

const membersOf = async (session: Session) => (await session.call("GET", "/members")).body["members"] as Member[];
const add = (session: Session, role: Role, email = `${randomUUID()}@example.com`) =>
  session.call("POST", "/members", { name: "Tom Ray", email, role });
const chatsOf = (url: string, { cookie }: Session, workspace: string) => send(`${url}/api/w/${workspace}/chats`, { headers: { cookie } });
const memberIn = ({ body }: Reply) => body["member"] as Member;

/** Adds a member and signs them in. */
async function joined(team: Team, by: Session, role: Role) {
  const reply = await add(by, role);
  expect(reply.status, reply.text).toBe(201);
  const member = memberIn(reply);
  return { ...member, session: await team.signIn({ email: member.email, password: String(reply.body["password"]) }) };
}

test("a new member gets a first password, shown once, and signs in with it", async ({ ada }) => {
  const owner = await ada.signIn();
  const reply = await add(owner, "agent");
  expect(reply).toMatchObject({
    status: 201,
    body: { member: { name: "Tom Ray", role: "agent" }, password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/) },
  });
  const tom = await ada.signIn({ email: memberIn(reply).email, password: String(reply.body["password"]) });
  expect((await tom.call("GET", "/chats")).status).toBe(200);

  const members = await membersOf(owner);
  expect(members.map(({ name, role }) => [name, role])).toEqual([
    ["Olga Owner", "owner"],
    ["Tom Ray", "agent"],
  ]);
  for (const member of members) expect(Object.keys(member).sort()).toEqual(["createdAt", "email", "id", "name", "role"]);
});

test("somebody who has an account keeps its password and name, and belongs to both workspaces", async ({ ada, bob, server }) => {
  const reply = await add(await ada.signIn(), "agent", bob.owner.email.toUpperCase());
  expect(reply).toMatchObject({
    status: 201,
    body: { password: null, member: { name: "Olga Owner", email: bob.owner.email, role: "agent" } },
  });
  const both = await bob.signIn();
  expect((await chatsOf(server.url, both, ada.workspace)).status).toBe(200);
  expect((await both.call("GET", "/members")).status).toBe(200);
});

test("the same e-mail is a member once, even when it is added ten times at once", async ({ ada }) => {
  const owner = await ada.signIn();
  const email = `${randomUUID()}@example.com`;
  const replies = await Promise.all(Array.from({ length: 10 }, () => add(owner, "agent", email)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  expect(replies.find(({ status }) => status === 409)?.text).toContain("Somebody with this e-mail is a member already.");
  expect((await membersOf(owner)).filter((member) => member.email === email)).toHaveLength(1);
});

for (const body of [{ email: "no address" }, { email: "" }, { name: "" }, { name: "x".repeat(81) }, { role: "boss" }, { role: null }]) {
  test(`a member with ${JSON.stringify(body).slice(0, 40)} is refused`, async ({ ada }) => {
    const owner = await ada.signIn();
    const refused = await owner.call("POST", "/members", { name: "Tom Ray", email: "tom@example.com", role: "agent", ...body });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", message: expect.stringContaining(Object.keys(body)[0] ?? "") } },
    });
    expect(await membersOf(owner)).toHaveLength(1);
  });
}

test("a removed member is out at once, as if the workspace did not exist", async ({ ada, server }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner, "admin");
  expect((await tom.session.call("GET", "/chats")).status).toBe(200);
  expect(await owner.call("DELETE", `/members/${tom.id}`)).toMatchObject({ status: 200, body: { removed: true } });

  const out = await tom.session.call("GET", "/chats");
  const missing = await chatsOf(server.url, tom.session, "no-such-workspace");
  expect(out.status).toBe(404);
  expect(out.body).toEqual(missing.body);
  expect((await owner.call("DELETE", `/members/${tom.id}`)).status).toBe(404);
});

test("an admin's reset ends the member's sessions at once, and the new password signs in", async ({ ada }) => {
  const admin = await joined(ada, await ada.signIn(), "admin");
  const tom = await joined(ada, admin.session, "agent");
  const { password } = (await admin.session.call("POST", `/members/${tom.id}/password`, {})).body;
  expect((await tom.session.call("GET", "/chats")).status).toBe(401);
  expect((await admin.session.call("GET", "/chats")).status).toBe(200);
  const again = await ada.signIn({ email: tom.email, password: String(password) });
  expect((await again.call("GET", "/chats")).status).toBe(200);
});

test("a member of another workspace too keeps their password: no admin of one resets it", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const { id } = memberIn(await add(owner, "agent", bob.owner.email));
  expect((await owner.call("POST", `/members/${id}/password`, {})).status).toBe(403);
  expect((await (await bob.signIn()).call("GET", "/chats")).status).toBe(200);
});

test("the open streams of a removed member and of a reset one end with the next tick; others go on", async ({ ada, server }) => {
  test.slow();
  const owner = await ada.signIn();
  const [removed, reset] = [await joined(ada, owner, "agent"), await joined(ada, owner, "agent")];
  const open = (cookie: string) => openStream(server.url, ada.workspace, cookie);
  const [first, second, own] = await Promise.all([open(removed.session.cookie), open(reset.session.cookie), open(owner.cookie)]);
  await owner.call("DELETE", `/members/${removed.id}`);
  await owner.call("POST", `/members/${reset.id}/password`, {});

  await Promise.all([first.hear("bye", undefined, 20_000), second.hear("bye", undefined, 20_000), own.hear("tick", undefined, 20_000)]);
  await Promise.all([first.ended, second.ended]);
  const { chatId } = await ada.says({ channel: "whatsapp", phone: "447911000001" });
  await own.hear("poke", ({ data }) => data.chats?.some(({ id }) => id === chatId) === true);
  for (const { heard } of [first, second]) expect(JSON.stringify(heard)).not.toContain(chatId);
  own.close();
});
