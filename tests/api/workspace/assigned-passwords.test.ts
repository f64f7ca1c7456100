import { Embedded } from "@/lib/platform/db/embedded";
import { hashPassword } from "@/lib/workspace/accounts/password";
import { attemptSignIn, expect, send, signIn, test } from "../../support/fixtures";
import { acceptAs, invited, newPerson, redeem, tokenIn, visit } from "../../support/members";
import { type Old, oldDatabase } from "../../support/old-database";
import { newFolder, type Running, startServer } from "../../support/server";

const assignedPassword = "abcd-efgh-jkmn-pqrs";

/** In a data folder of the previous version, for each test: two workspaces, and people whose passwords somebody else made. */
type World = { server: Running; x: string; y: string; owner: Person; other: Person; emails: Emails };
type Emails = { tom: string; both: string; agency: string };
type Person = { email: string; password: string };

let worlds = 0;
/** The one of the test with this index. */
const world = (index: number): Omit<World, "server"> => ({
  x: `x${index}`,
  y: `y${index}`,
  owner: { email: `mia${index}@x.example`, password: "chosen by Mia" },
  other: { email: `olga${index}@y.example`, password: "chosen by Olga" },
  emails: { tom: `tom${index}@x.example`, both: `both${index}@x.example`, agency: `agency${index}@z.example` },
});

async function fill({ workspace, account, member, entry }: Old, { x, y, owner, other, emails }: Omit<World, "server">) {
  const at = new Date("2026-01-01T12:00:00Z");
  const later = new Date("2026-01-01T13:00:00Z");
  const ids = { x: await workspace(x), y: await workspace(y) };
  for (const [id, person] of [
    [ids.x, owner],
    [ids.y, other],
  ] as const) {
    const own = await account(person.email, at, await hashPassword(person.password));
    await member(id, own, "owner");
    await entry(id, own, "workspace.created", { owner: person.email }, at);
  }
  const made = async (email: string, by: "admin" | "operator") => {
    const id = await account(email, later, await hashPassword(assignedPassword));
    await member(ids.x, id, "agent");
    await entry(ids.x, by === "admin" ? id.replace(/^./, "0") : null, "member.added", { email, role: "agent" }, later);
    return id;
  };
  await made(emails.tom, "admin");
  // Also added to the other workspace, under the same password.
  await member(ids.y, await made(emails.both, "admin"), "admin");
  await member(ids.y, await made(emails.agency, "operator"), "agent");
}

async function startOnOldFolder(): Promise<Running> {
  const dataDir = newFolder();
  const embedded = await Embedded.open(dataDir);
  const old = await oldDatabase(embedded);
  for (let index = 0; index < worlds; index += 1) await fill(old, world(index));
  await embedded.close();
  return startServer({ dataDir, env: { TRUSTED_PROXIES: "1" } });
}

let started: Promise<Running> | undefined;
test.afterAll(async () => void (await (await started)?.stop()));

const withServer = (title: string, run: (world: World) => Promise<void>) => {
  const index = worlds;
  worlds += 1;
  test(title, { tag: "@embedded" }, async () => {
    started ??= startOnOldFolder();
    await run({ server: await started, ...world(index) });
  });
};

const chatsStatus = async (server: Running, workspace: string, person: { email: string; password: string }) =>
  (await (await signIn(server.url, workspace, person)).call("GET", "/chats")).status;
const choose = ({ url }: Running, { cookie }: { cookie: string }, password: string) => visit(url, "password", { password }, { cookie });
const withAssignedPassword = (email: string) => ({ email, password: assignedPassword });

withServer(
  "makes a person with an admin's password choose another at the next sign-in before anything else",
  async ({ server, x, owner, emails }) => {
    expect(await chatsStatus(server, x, owner)).toBe(200);
    const session = await signIn(server.url, x, withAssignedPassword(emails.tom));
    for (const [method, path] of [
      ["GET", "/chats"],
      ["GET", "/me/sessions"],
      ["POST", "/me/password"],
    ] as const) {
      const reply = await session.call(
        method,
        path,
        method === "POST" ? { current: assignedPassword, next: "another password" } : undefined,
      );
      expect(reply, path).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringContaining("Somebody else made your password") } },
      });
    }
    expect((await send(`${server.url}/api/w/${x}/stream`, { headers: { cookie: session.cookie } })).status).toBe(403);
    for (const path of [`/${x}/chats`, "/", `/${x}/profile`]) {
      const page = await fetch(server.url + path, { headers: { cookie: session.cookie }, redirect: "manual" });
      expect(page.headers.get("location"), path).toMatch(/^\/new-password\?next=/);
    }
    expect(await choose(server, session, assignedPassword)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("another") } },
    });
    expect((await choose(server, session, "short")).status).toBe(400);
    const tom = { email: emails.tom, password: "chosen by Tom himself" };
    expect(await choose(server, session, tom.password)).toMatchObject({ status: 200, body: { changed: true, email: emails.tom } });
    expect((await session.call("GET", "/chats")).status).toBe(401);
    expect((await attemptSignIn(server.url, withAssignedPassword(emails.tom))).cookie).toBe("");
    expect(await chatsStatus(server, x, tom)).toBe(200);
    const again = await signIn(server.url, x, tom);
    expect((await choose(server, again, "yet another password")).status).toBe(409);
  },
);

withServer("rejects choosing a password without a session or with one that has ended", async ({ server, x, emails }) => {
  expect((await visit(server.url, "password", { password: "a new password" })).status).toBe(401);
  const [one, two] = [
    await signIn(server.url, x, withAssignedPassword(emails.tom)),
    await signIn(server.url, x, withAssignedPassword(emails.tom)),
  ];
  const replies = await Promise.all([choose(server, one, "chosen by the first"), choose(server, two, "chosen by the second")]);
  expect(replies.map(({ status }) => status === 200).filter(Boolean)).toHaveLength(1);
});

withServer("does not let an account with such a password join another workspace first", async ({ server, x, y, other, emails }) => {
  const { token } = await invited(await signIn(server.url, y, other), emails.tom);
  const session = await signIn(server.url, x, withAssignedPassword(emails.tom));
  expect(await acceptAs(server, token, session)).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringContaining("Choose one of your own first") } },
  });
  const tom = { email: emails.tom, password: "chosen by Tom himself" };
  await choose(server, session, tom.password);
  expect((await acceptAs(server, token, await signIn(server.url, x, tom))).status).toBe(200);
  expect(await chatsStatus(server, y, tom)).toBe(200);
});

withServer("does not let the admin who made the password take over an account in several workspaces", async ({ server, x, y, emails }) => {
  const session = await signIn(server.url, y, withAssignedPassword(emails.both));
  expect((await session.call("GET", "/members")).status).toBe(403);
  const refused = await choose(server, session, "known to the admin of X");
  expect(refused).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining("Ask whoever runs Beside") } } });
  expect((await fetch(`${server.url}/new-password`, { headers: { cookie: session.cookie } })).status).toBe(200);
  const { link } = await server.operate("reset-password", { email: emails.both });
  expect((await redeem(server, tokenIn(link), "chosen by the person")).status).toBe(200);
  for (const slug of [x, y]) expect(await chatsStatus(server, slug, { email: emails.both, password: "chosen by the person" })).toBe(200);
});

withServer("lets the person replace a password that the operator made, in however many workspaces", async ({ server, x, y, emails }) => {
  const session = await signIn(server.url, x, withAssignedPassword(emails.agency));
  expect((await session.call("GET", "/chats")).status).toBe(403);
  expect((await choose(server, session, "chosen by the agency")).status).toBe(200);
  for (const slug of [x, y]) expect(await chatsStatus(server, slug, { email: emails.agency, password: "chosen by the agency" })).toBe(200);
});

withServer("lets an admin's reset link replace such a password, too", async ({ server, x, owner, emails }) => {
  const session = await signIn(server.url, x, owner);
  const { members } = (await session.call("GET", "/members")).body as { members: { id: string; email: string }[] };
  const id = members.find(({ email }) => email === emails.tom)?.id;
  const { token } = (await session.call("POST", `/members/${id}/reset`, {})).body;
  const tom = { ...newPerson(), email: emails.tom };
  expect((await redeem(server, String(token), tom.password)).status).toBe(200);
  expect(await chatsStatus(server, x, tom)).toBe(200);
});
