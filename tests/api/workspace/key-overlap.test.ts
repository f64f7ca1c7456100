import { setTimeout as pause } from "node:timers/promises";
import { Embedded } from "@/lib/platform/db/embedded";
import { expect, newTeam, type Reply, type Session, send, signIn, type Team, test } from "../../support/fixtures";
import { addMember, invited, newPerson, visit } from "../../support/members";
import { startServer } from "../../support/server";
import { errorReply } from "../../support/wire";

type Older = { id: string; prefix: string; lastFour: string; lastUsedAt: string | null; endsAt: string };
type Key = Omit<Older, "endsAt"> & { name: string; older: Older[] };
type Shown = { key: Key; secret: string };

const daySeconds = 86_400;
const withKey = (team: Team, key: string) => team.api("GET", "/contacts/nobody", { headers: { authorization: `Bearer ${key}` } });
const list = async (session: Session) => (await session.call("GET", "/keys")).body["keys"] as Key[];
const rotate = (session: Session, id: string, overlapSeconds?: number) =>
  session.call("POST", `/keys/${id}/rotate`, overlapSeconds === undefined ? {} : { overlapSeconds });
const auditOf = async (session: Session) =>
  (await session.call("GET", "/audit?kind=key")).body["items"] as { what: string; subject: string; details: object }[];

async function make(session: Session, name = "Shop"): Promise<Shown> {
  return (await session.call("POST", "/keys", { name })).body as Shown;
}

/** A rotated key and its replacement. */
async function overlapping(session: Session, overlapSeconds = daySeconds) {
  const old = await make(session);
  const reply = await rotate(session, old.key.id, overlapSeconds);
  expect(reply.status, reply.text).toBe(200);
  return { old, fresh: reply.body as Shown };
}

/**
 * Calls until the key is refused, pausing in between, and expects that this was at its end: what was accepted had been sent before, and what
 * was refused was answered after it. However slow the machine is.
 */
async function expectRefusedAt(endsAt: number, callIt: () => Promise<Reply>, pauseMs: number): Promise<void> {
  for (;;) {
    const sentAt = Date.now();
    const reply = await callIt();
    if (reply.status !== 404) {
      expect(reply).toMatchObject(errorReply(401, "invalid_key"));
      expect(Date.now()).toBeGreaterThanOrEqual(endsAt);
      return;
    }
    expect(sentAt).toBeLessThan(endsAt);
    await pause(pauseMs);
  }
}

test("invalidates the old key at once and does not list it when there is no overlap", async ({ ada }) => {
  const session = await ada.signIn();
  const { old, fresh } = await overlapping(session, 0);
  expect(await withKey(ada, old.secret)).toMatchObject(errorReply(401, "invalid_key"));
  expect(await withKey(ada, fresh.secret)).toMatchObject({ status: 404 });
  expect((await list(session)).find(({ id }) => id === fresh.key.id)?.older).toEqual([]);
  expect((await auditOf(session))[0]).toMatchObject({ what: "key.rotated", details: { key: expect.anything() } });
  expect(JSON.stringify((await auditOf(session))[0])).not.toContain("oldKeyEndsAt");
});

test("accepts both keys during an overlap, counts them as one workspace and lists when the old one ends", async ({ ada }) => {
  const session = await ada.signIn();
  const before = Date.now();
  const { old, fresh } = await overlapping(session);
  const left: number[] = [];
  for (const secret of [old.secret, fresh.secret, old.secret]) {
    const reply = await withKey(ada, secret);
    expect(reply).toMatchObject(errorReply(404, "customer_not_found"));
    left.push(Number(reply.headers.get("ratelimit-remaining")));
  }
  expect(left).toEqual([299, 298, 297]);

  expect(fresh.key.name).toBe("Shop");
  expect(fresh.key.older).toMatchObject([{ id: old.key.id, prefix: old.key.prefix, lastFour: old.key.lastFour }]);
  const hours = (Date.parse(fresh.key.older[0]?.endsAt ?? "") - before) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThan(24.1);
  const entry = (await auditOf(session))[0];
  expect(entry).toMatchObject({ what: "key.rotated", subject: "Shop", details: { oldKeyEndsAt: fresh.key.older[0]?.endsAt } });
});

test("accepts a busy old key until its end and rejects it right after", async ({ ada }) => {
  const session = await ada.signIn();
  const { old, fresh } = await overlapping(session, 3);
  const endsAt = Date.parse(fresh.key.older[0]?.endsAt ?? "");
  // Some thirty calls a second keep the key in the cache of looked-up keys.
  await expectRefusedAt(endsAt, () => withKey(ada, old.secret), 30);
  expect(await withKey(ada, fresh.secret)).toMatchObject({ status: 404 });
  expect((await list(session)).find(({ id }) => id === fresh.key.id)?.older).toEqual([]);
  expect(await session.call("POST", `/keys/${old.key.id}/end`, {})).toMatchObject(errorReply(404, "not_found"));
});

test("rejects a key at its end although it is cached from just before", async ({ ada }) => {
  const session = await ada.signIn();
  const { old, fresh } = await overlapping(session, 1);
  const endsAt = Date.parse(fresh.key.older[0]?.endsAt ?? "");
  await pause(endsAt - 300 - Date.now());
  await expectRefusedAt(endsAt, () => withKey(ada, old.secret), 10);
});

test("shows the used key in the request log and in its last use, also after it has ended", async ({ ada }) => {
  const session = await ada.signIn();
  const { old, fresh } = await overlapping(session);
  await withKey(ada, old.secret);
  const shown = async () => (await list(session)).find(({ id }) => id === fresh.key.id);
  await expect.poll(async () => (await shown())?.older[0]?.lastUsedAt).toEqual(expect.any(String));
  expect((await shown())?.lastUsedAt).toBeNull();

  const logged = async () => ((await session.call("GET", "/requests")).body["items"] as { key: object | null }[]).map(({ key }) => key);
  await expect.poll(logged).toEqual([{ name: "Shop", lastFour: old.key.lastFour }]);
  await session.call("POST", `/keys/${old.key.id}/end`, {});
  await session.call("PATCH", `/keys/${fresh.key.id}`, { name: "Shop, production" });
  expect(await logged()).toEqual([{ name: "Shop, production", lastFour: old.key.lastFour }]);
});

test("ends an overlap early, once, and keeps the new key valid", async ({ ada }) => {
  const session = await ada.signIn();
  const [{ old, fresh }, another] = [await overlapping(session), await overlapping(session)];
  expect(await withKey(ada, old.secret)).toMatchObject({ status: 404 });
  const end = (id: string) => session.call("POST", `/keys/${id}/end`, {});
  expect(await end(fresh.key.id)).toMatchObject(errorReply(409, "conflict", /was not replaced/));
  const replies = await Promise.all([end(old.key.id), end(old.key.id)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await withKey(ada, old.secret)).toMatchObject(errorReply(401, "invalid_key"));
  for (const { secret } of [fresh, another.old]) expect(await withKey(ada, secret)).toMatchObject({ status: 404 });
  const ended = (await auditOf(session)).filter(({ what }) => what === "key.overlap_ended");
  expect(ended).toMatchObject([{ subject: "Shop", details: { key: `${old.key.prefix}…${old.key.lastFour}` } }]);
});

test("rejects rotating, renaming and revoking a key that was replaced", async ({ ada }) => {
  const session = await ada.signIn();
  const { old, fresh } = await overlapping(session);
  const path = `/keys/${old.key.id}`;
  const replies = [await rotate(session, old.key.id), await session.call("PATCH", path, { name: "X" }), await session.call("DELETE", path)];
  for (const reply of replies) expect(reply).toMatchObject(errorReply(409, "conflict", /rotated in the meantime/));
  for (const { secret } of [old, fresh]) expect(await withKey(ada, secret)).toMatchObject({ status: 404 });
});

test("lets one of five concurrent rotations succeed, and the key it returns works", async ({ ada }) => {
  const session = await ada.signIn();
  const { key } = await make(session);
  const replies = await Promise.all(Array.from({ length: 5 }, () => rotate(session, key.id, 60)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  const secrets = replies.flatMap(({ status, body }) => (status === 200 ? [String(body["secret"])] : []));
  for (const secret of secrets) expect(await withKey(ada, secret)).toMatchObject({ status: 404 });
});

test("keeps the first end at a second rotation and ends all keys when revoked", async ({ ada }) => {
  const session = await ada.signIn();
  const { old, fresh } = await overlapping(session, 3_600);
  const newest = (await rotate(session, fresh.key.id, 60)).body as Shown;
  expect(newest.key.older.map(({ id }) => id)).toEqual([old.key.id, fresh.key.id]);
  expect(newest.key.older[0]?.endsAt).toBe(fresh.key.older[0]?.endsAt);
  for (const { secret } of [old, fresh, newest]) expect(await withKey(ada, secret)).toMatchObject({ status: 404 });

  expect(await session.call("DELETE", `/keys/${newest.key.id}`)).toMatchObject({ status: 200 });
  for (const { secret } of [old, fresh, newest]) expect(await withKey(ada, secret)).toMatchObject(errorReply(401, "invalid_key"));
  const hints = [old, fresh].map(({ key }) => `${key.prefix}…${key.lastFour}`);
  expect((await auditOf(session))[0]).toMatchObject({ what: "key.revoked", details: { endedWithIt: hints } });
});

test("lists replaced keys by their end, the latest first", async ({ ada }) => {
  const session = await ada.signIn();
  for (const [first, second] of [
    [3_600, 60],
    [60, 3_600],
  ] as const) {
    const { old, fresh } = await overlapping(session, first);
    const newest = (await rotate(session, fresh.key.id, second)).body as Shown;
    const ids = first > second ? [old.key.id, fresh.key.id] : [fresh.key.id, old.key.id];
    expect(newest.key.older.map(({ id }) => id)).toEqual(ids);
    expect((await list(session)).find(({ id }) => id === newest.key.id)?.older.map(({ id }) => id)).toEqual(ids);
  }
});

test("keeps replaced keys over a restart, and removes one 30 days after its end", { tag: "@embedded" }, async () => {
  const env = { TRUSTED_PROXIES: "1" };
  const first = await startServer({ env });
  const team = await newTeam(first);
  const owner = await team.signIn();
  const [live, young, old] = [await overlapping(owner), await overlapping(owner), await overlapping(owner)].map((pair) => pair.old);
  if (!live || !young || !old) throw new Error("A key is missing.");
  for (const { secret } of [young, old]) expect(await withKey(team, secret)).toMatchObject({ status: 404 });
  const { token } = await invited(owner, newPerson().email);
  await first.stop();

  const embedded = await Embedded.open(first.dataDir);
  const ended = "update api_key set ends_at = now() - make_interval(days => $2::int) where id = $1::uuid";
  await embedded.query(ended, [young.key.id, 29]);
  await embedded.query(ended, [old.key.id, 31]);
  await embedded.query("update invitation set expires_at = now() - interval '31 days'");
  await embedded.close();

  const second = await startServer({ env, dataDir: first.dataDir });
  // Links are removed after keys.
  await expect.poll(async () => (await visit(second.url, "invitation", { token })).status, { timeout: 20_000 }).toBe(404);
  const logged = (
    (await (await signIn(second.url, team.workspace, team.owner)).call("GET", "/requests")).body["items"] as { key: object | null }[]
  ).map(({ key }) => key);
  expect(logged).toEqual([null, { name: "Shop", lastFour: young.key.lastFour }]);
  const there = { headers: { authorization: `Bearer ${live.secret}` } };
  expect(await send(`${second.url}/api/v1/contacts/nobody`, there)).toMatchObject(errorReply(404, "customer_not_found"));
  await second.stop();
});

for (const overlapSeconds of [-1, daySeconds + 1, 1.5, "3600", null]) {
  test(`rejects an overlap of ${JSON.stringify(overlapSeconds)} and keeps the key valid`, async ({ ada }) => {
    const session = await ada.signIn();
    const { key, secret } = await make(session);
    const reply = await session.call("POST", `/keys/${key.id}/rotate`, { overlapSeconds });
    expect(reply).toMatchObject(errorReply(400, "invalid_request", /overlapSeconds must be whole seconds from 0 .* to 86400/));
    expect(await withKey(ada, secret)).toMatchObject({ status: 404 });
  });
}

test("rejects rotating a key and ending an overlap by an agent", async ({ ada }) => {
  const session = await ada.signIn();
  const { old, fresh } = await overlapping(session);
  const agent = await ada.signIn(await addMember(ada));
  expect(await rotate(agent, fresh.key.id, 60)).toMatchObject(errorReply(403, "forbidden"));
  expect(await agent.call("POST", `/keys/${old.key.id}/end`, {})).toMatchObject(errorReply(403, "forbidden"));
  expect(await withKey(ada, old.secret)).toMatchObject({ status: 404 });
});
