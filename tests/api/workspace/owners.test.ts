import { expect, type Session, test } from "../../support/fixtures";
import { holdBody } from "../../support/held";
import { invited, joined, type Role, resetByOperator } from "../../support/members";

const meIn = async (session: Session) => String((await session.call("GET", "/members")).body["me"]);
/** Empty when the session has no access. */
const rolesIn = async (session: Session) =>
  (((await session.call("GET", "/members")).body["members"] ?? []) as { role: Role }[]).map(({ role }) => role).sort();

const ownerOnly = [
  { title: "invites an owner", method: "POST", path: () => "/invitations", body: { email: "eve@example.com", role: "owner" } },
  {
    title: "raises a member to owner",
    method: "PATCH",
    path: ({ agent }: { agent: string }) => `/members/${agent}`,
    body: { role: "owner" },
  },
  {
    title: "raises themselves to owner",
    method: "PATCH",
    path: ({ admin }: { admin: string }) => `/members/${admin}`,
    body: { role: "owner" },
  },
  { title: "lowers an owner", method: "PATCH", path: ({ owner }: { owner: string }) => `/members/${owner}`, body: { role: "agent" } },
  { title: "removes an owner", method: "DELETE", path: ({ owner }: { owner: string }) => `/members/${owner}`, body: undefined },
  { title: "makes a reset link for an owner", method: "POST", path: ({ owner }: { owner: string }) => `/members/${owner}/reset`, body: {} },
  { title: "chooses the plan", method: "PUT", path: () => "/plan", body: { plan: "free" } },
];

for (const { title, method, path, body } of ownerOnly) {
  test(`only an owner ${title}: an admin is rejected, and nothing changes`, async ({ ada }) => {
    const owner = await ada.signIn();
    const [admin, agent] = [await joined(ada, owner, "admin"), await joined(ada, owner, "agent")];
    const ids = { owner: await meIn(owner), admin: admin.id, agent: agent.id };
    const refused = await admin.session.call(method, path(ids), body);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
    expect(await rolesIn(owner)).toEqual(["admin", "agent", "owner"]);
    expect((await owner.call("GET", "/plan")).body["plan"]).toBe("pro");
  });
}

test("lets an owner make, lower and remove other owners", async ({ ada }) => {
  const owner = await ada.signIn();
  const second = await joined(ada, owner, "owner");
  expect(await rolesIn(owner)).toEqual(["owner", "owner"]);
  expect(await owner.call("PATCH", `/members/${second.id}`, { role: "admin" })).toMatchObject({ status: 200, body: { role: "admin" } });
  expect(await owner.call("PATCH", `/members/${second.id}`, { role: "owner" })).toMatchObject({ status: 200, body: { role: "owner" } });
  expect((await second.session.call("POST", `/members/${await meIn(owner)}/reset`, {})).status).toBe(201);
  expect((await second.session.call("DELETE", `/members/${(await second.session.call("GET", "/members")).body["me"]}`)).status).toBe(200);
  await resetByOperator(ada, ada.owner.email, "chosen anew by Olga");
  expect(await rolesIn(await ada.signIn({ ...ada.owner, password: "chosen anew by Olga" }))).toEqual(["owner"]);
});

test("lets an admin change the role of a member who is no owner, up to admin", async ({ ada }) => {
  const owner = await ada.signIn();
  const [admin, tom] = [await joined(ada, owner, "admin"), await joined(ada, owner, "agent")];
  for (const role of ["admin", "agent"]) {
    expect(await admin.session.call("PATCH", `/members/${tom.id}`, { role })).toMatchObject({ status: 200, body: { id: tom.id, role } });
  }
});

test("applies a changed role to the next call of an open session", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner, "agent");
  expect((await tom.session.call("GET", "/keys")).status).toBe(403);
  await owner.call("PATCH", `/members/${tom.id}`, { role: "admin" });
  expect((await tom.session.call("GET", "/keys")).status).toBe(200);
  await owner.call("PATCH", `/members/${tom.id}`, { role: "agent" });
  expect((await tom.session.call("GET", "/keys")).status).toBe(403);
});

test("lets an admin revoke the invitation of an agent, but not of an owner", async ({ ada }) => {
  const owner = await ada.signIn();
  const admin = await joined(ada, owner, "admin");
  const [heir, helper] = [await invited(owner, "heir@example.com", "owner"), await invited(owner, "helper@example.com", "agent")];
  expect(await admin.session.call("DELETE", `/invitations/${heir.id}`)).toMatchObject({
    status: 403,
    body: { error: { code: "forbidden" } },
  });
  expect(await admin.session.call("DELETE", `/invitations/${helper.id}`)).toMatchObject({ status: 200, body: { revoked: true } });
  expect((await owner.call("GET", "/invitations")).body["invitations"]).toMatchObject([{ email: "heir@example.com" }]);
});

test("rejects lowering or removing the last owner, even by themselves", async ({ ada }) => {
  const owner = await ada.signIn();
  await joined(ada, owner, "admin");
  const me = await meIn(owner);
  const needed = {
    status: 409,
    body: { error: { code: "conflict", message: "A workspace needs an owner. Make somebody else an owner first." } },
  };
  expect(await owner.call("PATCH", `/members/${me}`, { role: "admin" })).toMatchObject(needed);
  expect(await owner.call("DELETE", `/members/${me}`)).toMatchObject(needed);
  expect(await owner.call("PATCH", `/members/${me}`, { role: "owner" })).toMatchObject({ status: 200, body: { role: "owner" } });
  expect(await rolesIn(owner)).toEqual(["admin", "owner"]);
});

test("keeps one of two owners who remove each other at once", async ({ ada }) => {
  const one = await ada.signIn();
  const first = await meIn(one);
  const { id: second, session: two } = await joined(ada, one, "owner");
  const replies = await Promise.all([one.call("DELETE", `/members/${second}`), two.call("DELETE", `/members/${first}`)]);
  const done = replies.map(({ status }) => status === 200);
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await rolesIn(done[0] ? one : two)).toEqual(["owner"]);
});

// A proxy would also hold the body back and forward the call only once it is complete.
test("keeps one of two owners who lower each other at once, although both calls were authorized", {
  tag: "@server",
}, async ({ ada }) => {
  const one = await ada.signIn();
  const first = await meIn(one);
  const { id: second, session: two } = await joined(ada, one, "owner");
  const url = `${ada.url}/api/w/${ada.workspace}/members`;
  const lower = ({ cookie }: Session, id: string) => holdBody(`${url}/${id}`, { method: "PATCH", cookie, body: { role: "agent" } });
  const calls = [lower(one, second), lower(two, first)];
  // Calls are authorized in order of arrival: once these are answered, the held ones are authorized.
  for (let fence = 0; fence < 5; fence += 1) await Promise.all([meIn(one), meIn(two)]);
  for (const { release } of calls) release();
  const statuses = await Promise.all(calls.map(({ status }) => status));
  // The second is no owner any more once the lock is theirs.
  expect(statuses.sort()).toEqual([200, 403]);
  const roles = [await rolesIn(one), await rolesIn(two)].filter((list) => list.length > 0);
  expect(roles).toEqual([["agent", "owner"]]);
});
