import { newId } from "@/lib/kernel/ids";
import { expect, newTeam, type Session, send, test } from "../support/fixtures";
import { openStream } from "../support/listening";
import { accept, acceptAs, invited, joined, newPerson, redeem, resetLink } from "../support/members";
import { clusterOf } from "./cluster";
import { urlsOf } from "./instances";
import { holdTransaction, lockWaitCount } from "./locks";

const cluster = clusterOf();

/** The chats of a session, from one instance. */
const chatsAt = (url: string, workspace: string, { cookie }: Session) => send(`${url}/api/w/${workspace}/chats`, { headers: { cookie } });
/** A member's DELETE at one instance, as its pages send it. */
const endAt = (url: string, workspace: string, { cookie }: Session, path: string) =>
  send(`${url}/api/w/${workspace}${path}`, { method: "DELETE", headers: { cookie, origin: url } });

test("a session ended at one instance is rejected by the others with the next call", async () => {
  const team = await newTeam(cluster.running);
  const [one, ...others] = urlsOf(cluster);
  const [mine, other] = [await team.signIn(), await team.signIn()];
  const { sessions } = (await mine.call("GET", "/me/sessions")).body as { sessions: { id: string; isThis: boolean }[] };
  for (const url of others) expect((await chatsAt(url, team.workspace, other)).status).toBe(200);
  expect((await endAt(one, team.workspace, mine, `/me/sessions/${sessions.find(({ isThis }) => !isThis)?.id}`)).status).toBe(200);
  for (const url of others) expect((await chatsAt(url, team.workspace, other)).status).toBe(401);
});

test("the streams of a member removed at one instance get no more changes at any instance", async () => {
  const team = await newTeam(cluster.running);
  const owner = await team.signIn();
  const urls = urlsOf(cluster);
  const tom = await joined(team, owner);
  const streams = await Promise.all(urls.map((url) => openStream(url, team.workspace, tom.session.cookie)));
  const own = await openStream(urls[2], team.workspace, owner.cookie);
  expect((await endAt(urls[0], team.workspace, owner, `/members/${tom.id}`)).status).toBe(200);
  const before = streams.map(({ received: heard }) => heard.length);
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: "447911000001" });
  await own.waitFor("change", ({ data }) => data.chats?.some(({ id }) => id === chatId) === true);
  for (const [at, { received: heard, waitFor: hear }] of streams.entries()) {
    await hear("bye", undefined, 3_000);
    expect(
      heard.slice(before[at]).map(({ event }) => event),
      `instance ${at + 1}`,
    ).not.toContain("change");
  }
  own.close();
});

test("whose role is taken keeps the stream, and loses at all instances what the role allowed", async () => {
  const team = await newTeam(cluster.running);
  const owner = await team.signIn();
  const urls = urlsOf(cluster);
  const admin = await joined(team, owner, "admin");
  const streams = await Promise.all(urls.map((url) => openStream(url, team.workspace, admin.session.cookie)));
  const membersAt = (url: string) => send(`${url}/api/w/${team.workspace}/members`, { headers: { cookie: admin.session.cookie } });
  for (const url of urls) expect((await membersAt(url)).status).toBe(200);
  expect((await owner.call("PATCH", `/members/${admin.id}`, { role: "agent" })).status).toBe(200);
  for (const url of urls) expect((await membersAt(url)).status).toBe(403);
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: "447911000001" });
  for (const stream of streams) {
    await stream.waitFor("change", ({ data }) => data.chats?.some(({ id }) => id === chatId) === true);
    stream.close();
  }
  for (const url of urls) expect((await chatsAt(url, team.workspace, admin.session)).status).toBe(200);
});

test("an admin whose role is taken while their change waits for the workspace changes nothing", async () => {
  const team = await newTeam(cluster.running);
  const owner = await team.signIn();
  const [admin, tom] = [await joined(team, owner, "admin"), await joined(team, owner)];
  const { id } = await invited(owner, newPerson().email);
  const changes = [
    ["PATCH", `/members/${tom.id}`, { role: "admin" }],
    ["DELETE", `/members/${tom.id}`],
    ["POST", `/members/${tom.id}/reset`, {}],
    ["POST", "/invitations", { email: newPerson().email, role: "agent" }],
    ["DELETE", `/invitations/${id}`],
  ] as const;
  const workspace = await holdTransaction(cluster, "select id from workspace where slug = $1 for update", [team.workspace]);
  const sent = changes.map(([method, path, body]) => admin.session.call(method, path, body));
  await expect.poll(() => lockWaitCount(cluster)).toBe(changes.length);
  await workspace.query("update member set role = 'agent' where account_id = $1", [admin.id]);
  await workspace.letGo("commit");
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(changes.map(() => 403));
  const { members } = (await owner.call("GET", "/members")).body as { members: { id: string; role: string }[] };
  expect(members.find((member) => member.id === tom.id)?.role).toBe("agent");
});

test("one invitation accepted at three instances at once makes one member", async () => {
  const team = await newTeam(cluster.running);
  const owner = await team.signIn();
  for (let round = 0; round < 5; round += 1) {
    const person = newPerson();
    const { token } = await invited(owner, person.email);
    const replies = await Promise.all([...urlsOf(cluster), ...urlsOf(cluster)].map((url) => accept({ url }, token, person)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  }
});

test("a password reset and an acceptance at the same time never make a member whose password the admin knows", async () => {
  test.slow();
  const [ada, bob] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const [hers, his] = [await ada.signIn(), await bob.signIn()];
  const admin = await joined(ada, hers, "admin");
  const known = "known to the admin of X";
  for (let round = 0; round < 40; round += 1) {
    const victim = await joined(ada, admin.session);
    const { token } = await invited(his, victim.email);
    const reset = await resetLink(admin.session, victim.id);
    const redeems = () => redeem(ada, reset, known);
    const joins = () => acceptAs(bob, token, victim.session);
    // The password is hashed first, so that the acceptance has a head start; sometimes it has none.
    const [redeemed, accepted] = await Promise.all([redeems(), new Promise((go) => setTimeout(go, (round % 10) * 8)).then(joins)]);
    expect(
      [redeemed.status, accepted.status].filter((status) => status === 200),
      `${redeemed.text} ${accepted.text}`,
    ).toHaveLength(1);
    const eve = await bob.signIn({ ...victim, password: known });
    expect((await eve.call("GET", "/chats")).status, `round ${round}`).not.toBe(200);
  }
});

test("a sign-in with the old password during a password change makes no session", async () => {
  const team = await newTeam(cluster.running);
  const owner = await team.signIn();
  for (let round = 0; round < 10; round += 1) {
    const tom = await joined(team, owner);
    const reset = await resetLink(owner, tom.id);
    const [session, set] = await Promise.all([team.signIn(tom), redeem(team, reset, "chosen by the link")]);
    expect(set.status).toBe(200);
    expect((await session.call("GET", "/chats")).status).toBe(401);
  }
});

test("rejects the second of two workspaces created for one e-mail at once because of the e-mail, not of its address", async () => {
  const email = newPerson().email;
  const slug = `late-${newId().slice(-12)}`;
  const account = await holdTransaction(
    cluster,
    "insert into account (id, email, name, password_hash, created_at) values (gen_random_uuid(), $1, 'Mia', 'none', now())",
    [email],
  );
  const input = { name: "Late", slug, plan: "pro", email, "owner-name": "Mia", password: "correct horse battery" };
  const late = cluster.running.operate("create-workspace", input).catch(String);
  await expect.poll(() => lockWaitCount(cluster)).toBe(1);
  await account.letGo("commit");
  expect(await late).toContain(`There is an account with the e-mail ${email} already`);
  const { workspaces } = (await cluster.running.operate("list-workspaces", {})) as { workspaces: { slug: string }[] };
  expect(workspaces.map((one) => one.slug)).not.toContain(slug);
});
