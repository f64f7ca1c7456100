import { accepts, type Desk, newDesk, signatureBy } from "../../support/desk";
import { expect, newTeam, type Session, signIn, test } from "../../support/fixtures";
import type { Call } from "../../support/receiver";
import { startServer } from "../../support/server";

const secretOf = async (session: Session) => String((await session.call("POST", "/actions/secret/reveal", {})).body["secret"]);
const rotate = (session: Session) => session.call("POST", "/actions/secret/rotate", {});
const endOverlap = (session: Session) => session.call("POST", "/actions/secret/end-overlap", {});
const settingsOf = async (session: Session) =>
  (await session.call("GET", "/actions")).body["secret"] as { masked: string; overlapEndsAt: string | null };

async function nextCall(desk: Desk): Promise<Call> {
  await desk.pressAndWait();
  const call = desk.calls().at(-1);
  if (!call) throw new Error("Nothing was sent.");
  return call;
}

test("signs with both secrets during a rotation, so receivers with either one accept", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const old = await secretOf(desk.session);
  const { secret: fresh } = (await rotate(desk.session)).body as { secret: string };
  expect(fresh).not.toBe(old);
  const call = await nextCall(desk);
  expect(accepts(old, call)).toBe(true);
  expect(accepts(fresh, call)).toBe(true);
  expect(call.headers["x-service-signature"]).toBe(`${signatureBy(fresh, call)},${signatureBy(old, call)}`);
});

test("ends an overlap after 24 hours, shows the end in the settings and reveals the new secret", async ({ ada }) => {
  const session = await ada.signIn();
  expect((await settingsOf(session)).overlapEndsAt).toBeNull();
  const before = Date.now();
  const { secret, view } = (await rotate(session)).body as { secret: string; view: { overlapEndsAt: string } };
  const hours = (new Date(view.overlapEndsAt).getTime() - before) / 3_600_000;
  expect(hours).toBeGreaterThanOrEqual(24);
  expect(hours).toBeLessThan(24.1);
  expect(await settingsOf(session)).toMatchObject({
    overlapEndsAt: view.overlapEndsAt,
    masked: expect.stringMatching(`•${secret.slice(-4)}$`),
  });
  expect(await secretOf(session)).toBe(secret);
});

test("signs with only the new secret once the overlap is ended", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const old = await secretOf(desk.session);
  const { secret: fresh } = (await rotate(desk.session)).body as { secret: string };
  expect((await endOverlap(desk.session)).status).toBe(200);
  const call = await nextCall(desk);
  expect(call.headers["x-service-signature"]).toBe(signatureBy(fresh, call));
  expect(accepts(old, call)).toBe(false);
  expect((await settingsOf(desk.session)).overlapEndsAt).toBeNull();
});

test("rejects a second rotation during the overlap and keeps both secrets valid", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const old = await secretOf(desk.session);
  const { secret: fresh } = (await rotate(desk.session)).body as { secret: string };
  expect(await rotate(desk.session)).toMatchObject({
    status: 409,
    body: { error: { message: "Two secrets are valid already. End the overlap before you rotate again." } },
  });
  const call = await nextCall(desk);
  expect(call.headers["x-service-signature"]).toBe(`${signatureBy(fresh, call)},${signatureBy(old, call)}`);
});

const dropOldest = (session: Session, shown?: string) => session.call("POST", "/actions/secret/rotate", { dropOldest: true, shown });
const tryNew = (session: Session) => session.call("POST", "/actions/secret/try", {});
const madeAt = async (session: Session) => ((await session.call("GET", "/actions")).body["secret"] as { createdAt: string }).createdAt;

test("keeps the new secret and the one before it for 24 hours when a second rotation drops the oldest", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const oldest = await secretOf(desk.session);
  const { secret: before } = (await rotate(desk.session)).body as { secret: string };
  const dropped = await dropOldest(desk.session);
  expect(dropped.status, dropped.text).toBe(200);
  const { secret: fresh } = dropped.body as { secret: string };
  const call = await nextCall(desk);
  expect(call.headers["x-service-signature"]).toBe(`${signatureBy(fresh, call)},${signatureBy(before, call)}`);
  expect(accepts(oldest, call)).toBe(false);
});

test("rejects one of two concurrent rotations that drop the oldest, so that the secret both admins saw stays valid", async ({
  ada,
  receiver,
}) => {
  const desk = await newDesk(ada, receiver);
  const { secret: shown } = (await rotate(desk.session)).body as { secret: string };
  const made = await madeAt(desk.session);
  const replies = await Promise.all([dropOldest(desk.session, made), dropOldest(desk.session, made)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.text).toContain("rotated in the meantime");
  const call = await nextCall(desk);
  expect(String(call.headers["x-service-signature"]).split(",")).toHaveLength(2);
  expect(accepts(shown, call)).toBe(true);
  expect((await desk.session.call("POST", "/actions/secret/end-overlap", { shown: made })).status).toBe(409);
  expect(accepts(shown, await nextCall(desk))).toBe(true);
});

test("leaves two valid secrets after concurrent rotations that drop the oldest without naming the secret they saw", async ({
  ada,
  receiver,
}) => {
  const desk = await newDesk(ada, receiver);
  await rotate(desk.session);
  const replies = await Promise.all(Array.from({ length: 5 }, () => dropOldest(desk.session)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const call = await nextCall(desk);
  expect(String(call.headers["x-service-signature"]).split(",")).toHaveLength(2);
  expect(accepts(await secretOf(desk.session), call)).toBe(true);
});

test("signs a trial call with only the new secret and says whether the overlap may end", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const old = await secretOf(desk.session);
  expect(await tryNew(desk.session)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringMatching(/one secret is valid/) } },
  });
  const { secret: fresh } = (await rotate(desk.session)).body as { secret: string };
  let known = old;
  receiver.on(`/${ada.workspace}`, (call) => ({ status: accepts(known, call) ? 200 : 401 }));

  expect((await tryNew(desk.session)).body).toEqual({
    accepted: false,
    message: expect.stringMatching(/rejected the new secret with 401. Put the new secret on it/),
  });
  const [call] = desk.calls();
  expect(call?.headers["x-service-signature"]).toBe(call && signatureBy(fresh, call));
  expect(call?.body).toMatchObject({ action: "ping", label: "Ping", contact: null });
  known = fresh;
  expect((await tryNew(desk.session)).body).toEqual({
    accepted: true,
    message: "Your server accepts the new secret. It is safe to end the overlap.",
  });
  expect(await desk.items()).toHaveLength(1);
});

test("accepts one of two concurrent rotations and rejects the other", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const replies = await Promise.all([rotate(desk.session), rotate(desk.session)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const call = await nextCall(desk);
  expect(String(call.headers["x-service-signature"]).split(",")).toHaveLength(2);
  expect(accepts(await secretOf(desk.session), call)).toBe(true);
});

test("ends an overlap only while there is one and allows the next rotation afterwards", async ({ ada }) => {
  const session = await ada.signIn();
  expect((await endOverlap(session)).status).toBe(409);
  await rotate(session);
  await endOverlap(session);
  expect((await endOverlap(session)).status).toBe(409);
  expect((await rotate(session)).status).toBe(200);
});

test("creates a secret of 32 random bytes after its prefix, different in every workspace", async ({ ada, bob }) => {
  const [one, other] = [await secretOf(await ada.signIn()), await secretOf(await bob.signIn())];
  for (const secret of [one, other]) expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
  expect(one).not.toBe(other);
});

test("treats the newest secret as current even if the previous instance's clock was ahead", { tag: "@embedded" }, async () => {
  const ahead = await startServer({ env: { CLOCK_AHEAD_MS: "600000" }, nodeArgs: ["--import", "./tests/support/clock.mjs"] });
  const team = await newTeam(ahead);
  const first = await team.signIn();
  await first.call("POST", "/actions/secret/rotate", {});
  await ahead.stop();

  const server = await startServer({ dataDir: ahead.dataDir });
  const owner = await signIn(server.url, team.workspace, team.owner);
  const { body } = await owner.call("POST", "/actions/secret/rotate", { dropOldest: true });
  expect((await owner.call("POST", "/actions/secret/reveal", {})).body["secret"]).toBe(body["secret"]);
  expect(body["view"]).toMatchObject({ overlapEndsAt: expect.any(String) });
  await server.stop();
});
